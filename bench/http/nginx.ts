/** nginx with one worker, serving a file of the top's bytes. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Closers, findTool, freePort, sleep, start } from "../support/processes.ts";
import { answers } from "../support/redis-server.ts";
import { boardPath, type Server, serverCore } from "./server.ts";

export async function startNginx(closers: Closers, parent: string, top: string): Promise<Server> {
  const program = findTool("nginx", "nginx-light");
  const port = await freePort();
  const folder = join(parent, "nginx");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "top.json"), top);
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port));
  const server = start(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    core: serverCore,
  });
  closers.add(() => server.end());
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 100 || server.child.exitCode !== null)
      throw new Error(`nginx does not start: ${server.errors()}`);
    await sleep(50);
  }
  return { name: "nginx", port, pid: server.pid };
}

function configuration(folder: string, port: number): string {
  const user = process.getuid!() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `${user}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  default_type application/json;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  open_file_cache max=10 inactive=600s;
  open_file_cache_valid 600s;
  server {
    listen 127.0.0.1:${port};
    location ${boardPath}/top { alias ${folder}/top.json; }
  }
}
`;
}
