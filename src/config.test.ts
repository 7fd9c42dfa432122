import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../test/support/temp.ts";
import { ConfigFault, type Flags, readConfig } from "./config.ts";

function file(content: string, name = "laurel.config.yaml"): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  return path;
}

function fault(environment: Record<string, string>, flags: Flags = {}): string {
  try {
    readConfig(environment, flags);
    return "taken";
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFault);
    return (error as Error).message;
  }
}

describe("settings", () => {
  it("have defaults", () => {
    expect(readConfig({}, {}, 10e9)).toEqual({
      host: "127.0.0.1",
      port: 8080,
      checkpointRecords: 2_000_000,
      data: resolve("data"),
      adminKey: null,
      memoryBytes: 7e9,
      scopeValuesMax: 100_000,
      boards: [],
      demo: false,
    });
  });

  it("come in rising order of precedence: file, environment, flags", () => {
    const config = file(
      "host: 10.0.0.1\nport: 1001\ndata: /from/file\nboards:\n  - { id: arena, semantics: sum }\n",
    );
    expect(readConfig({ LAUREL_CONFIG: config }, {})).toMatchObject({
      host: "10.0.0.1",
      port: 1001,
      data: "/from/file",
      boards: [{ id: "arena", semantics: "sum" }],
    });
    const environment = {
      LAUREL_CONFIG: config,
      HOST: "10.0.0.2",
      PORT: "1002",
      LAUREL_DATA: "/from/environment",
    };
    expect(readConfig(environment, {})).toMatchObject({
      host: "10.0.0.2",
      port: 1002,
      data: "/from/environment",
    });
    expect(readConfig(environment, { host: "10.0.0.3", port: "1003", data: "/from/flags" })).toMatchObject({
      host: "10.0.0.3",
      port: 1003,
      data: "/from/flags",
    });
    const other = file('{ "port": 1004 }', "laurel.config.json");
    expect(readConfig(environment, { config: other, port: undefined })).toMatchObject({
      port: 1002,
      boards: [],
    });
  });

  it("take a memory budget as a share or a size, and a limit of scope values", () => {
    const config = file("memory: 50%\nscopeValuesMax: 20\n");
    expect(readConfig({ LAUREL_CONFIG: config }, {}, 8e9)).toMatchObject({
      memoryBytes: 4e9,
      scopeValuesMax: 20,
    });
    const environment = { LAUREL_CONFIG: config, LAUREL_MEMORY: "512MiB", LAUREL_SCOPE_VALUES_MAX: "30" };
    expect(readConfig(environment, {}, 8e9)).toMatchObject({
      memoryBytes: 512 * 2 ** 20,
      scopeValuesMax: 30,
    });
  });

  it("stop the start where they are wrong, with their name and what is allowed", () => {
    expect(fault({ PORT: "80a" })).toBe('port "80a" is not a whole number from 0 to 65535 (0: any free one)');
    expect(fault({}, { port: "65536" })).toContain("port");
    expect(fault({}, { data: "" })).toBe('data "" is not a text');
    for (const memory of ["70", "0MB", "101%", "lots", "9999999GB"])
      expect(fault({ LAUREL_MEMORY: memory })).toMatch(
        /^memory ".*" is not a share such as 70% or a size such as 512MB, 8GB or 8GiB, up to the \d+MB that/,
      );
    expect(fault({ LAUREL_SCOPE_VALUES_MAX: "-1" })).toBe(
      'scopeValuesMax "-1" is not a whole number from 0 to 67108863',
    );
    expect(fault({ LAUREL_ADMIN_KEY: "short" })).toContain("LAUREL_ADMIN_KEY is not a secret of 16 or more");
    expect(fault({ REDIS_URL: "redis://x" })).toContain("REDIS_URL is set without DATABASE_URL");
    expect(fault({ DATABASE_URL: "postgres://x" })).toContain("DATABASE_URL is set, but this version");
    expect(fault({}, { config: "/no/such/file.yaml" })).toContain(
      "the file /no/such/file.yaml cannot be read",
    );
  });

  it("name what is wrong in a file", () => {
    expect(fault({}, { config: file("prot: 80") })).toContain(
      'has an unknown setting "prot"; it takes host, port, data, memory, scopeValuesMax, boards',
    );
    expect(fault({}, { config: file("- 1") })).toContain("is not an object of settings");
    expect(fault({}, { config: file("{", "x.json") })).toContain("cannot be read");
    expect(fault({}, { config: file("boards: 5") })).toContain("is not a list of board definitions");
    expect(fault({}, { config: file("boards:\n  - { id: a }\n  - { id: b, ties: none }") })).toMatch(
      /^board 2 in .*: ties "none" is not one of .* \(at \/ties\)$/,
    );
    expect(fault({}, { config: file("boards:\n  - { id: a }\n  - { id: a }") })).toMatch(
      /^board 2 in .*: board "a" is defined twice$/,
    );
  });
});
