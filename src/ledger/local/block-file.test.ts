import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp.ts";
import { DamagedBytes } from "../../core/bytes.ts";
import { BlockWriter, blockBytesMax, fillFromBlocks, readBlocks, unfinished } from "./block-file.ts";

const contents = [
  [1, Uint8Array.of()],
  [2, Uint8Array.of(1, 2, 3)],
  [2, new Uint8Array(24).fill(7)],
  [9, new TextEncoder().encode("the end")],
] as const;

async function written(blocks: Iterable<readonly [kind: number, content: Uint8Array]>): Promise<string> {
  const file = join(tempFolder(), "file");
  const writer = await BlockWriter.create(file);
  for (const [kind, content] of blocks) await writer.write(kind, content);
  expect(existsSync(file)).toBe(false);
  await writer.finish();
  expect(existsSync(unfinished(file))).toBe(false);
  return file;
}

async function read(file: string): Promise<[number, Uint8Array][]> {
  const handle = await open(file);
  try {
    const blocks: [number, Uint8Array][] = [];
    for await (const { kind, content } of readBlocks(handle)) blocks.push([kind, content.slice()]);
    return blocks;
  } finally {
    await handle.close();
  }
}

test("blocks come back as they were written, through many windows", async () => {
  expect(await read(await written(contents))).toEqual(contents);
  const long = Array.from(
    { length: 13 },
    (_, i) => [i + 1, new Uint8Array(blockBytesMax - i).fill(i)] as const,
  );
  const back = await read(await written(long));
  expect(back.map(([kind, content]) => [kind, content.length, content[0], content.at(-1)])).toEqual(
    long.map(([kind, content]) => [kind, content.length, content[0], content.at(-1)]),
  );
});

test("the rest of a file is read into place, and checked", async () => {
  const file = await written([
    [1, Uint8Array.of(9)],
    ...contents.map(([, content]) => [7, content] as const),
  ]);
  const whole = readFileSync(file);
  const fill = async (): Promise<Uint8Array[]> => {
    const handle = await open(file);
    try {
      const first = await readBlocks(handle).next();
      const places = contents.map(([, { length }]) => new Uint8Array(length));
      await fillFromBlocks(handle, first.value!.next, 7, places);
      return places;
    } finally {
      await handle.close();
    }
  };
  expect(await fill()).toEqual(contents.map(([, content]) => content));
  for (let at = 24; at < whole.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1 << (at % 8);
    writeFileSync(file, bytes);
    await expect(fill(), `byte ${at}`).rejects.toThrow(DamagedBytes);
    writeFileSync(file, whole.subarray(0, at));
    await expect(fill(), `cut at ${at}`).rejects.toThrow(DamagedBytes);
  }
  writeFileSync(file, Buffer.concat([whole, Buffer.alloc(1)]));
  await expect(fill()).rejects.toThrow(DamagedBytes);
});

test("every flipped byte, every cut and every addition is found", async () => {
  const file = await written(contents);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1 << (at % 8);
    writeFileSync(file, bytes);
    await expect(read(file), `byte ${at}`).rejects.toThrow(DamagedBytes);
    writeFileSync(file, whole.subarray(0, at));
    await expect(read(file), `cut at ${at}`).rejects.toThrow(DamagedBytes);
  }
  for (const more of [Buffer.alloc(1), Buffer.alloc(16), whole]) {
    writeFileSync(file, Buffer.concat([whole, more]));
    await expect(read(file)).rejects.toThrow(DamagedBytes);
  }
});

test("an abandoned file leaves nothing", async () => {
  const file = join(tempFolder(), "file");
  const writer = await BlockWriter.create(file);
  await writer.write(1, Uint8Array.of(1));
  expect(existsSync(unfinished(file))).toBe(true);
  await writer.abandon();
  expect([existsSync(file), existsSync(unfinished(file))]).toEqual([false, false]);
});
