import { expect, it } from "vitest";
import { EventStreamReader, type StreamEvent } from "./event-stream.ts";

/** The events of a text whose bytes come in pieces of `size`. */
function read(text: string, size: number): StreamEvent[] {
  const reader = new EventStreamReader();
  const bytes = new TextEncoder().encode(text);
  const events: StreamEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.read(bytes.subarray(at, at + size)));
  return events;
}

const cases: readonly (readonly [what: string, text: string, events: StreamEvent[]])[] = [
  ["an event", "event: state\nid: 7\ndata: {}\n\n", [{ name: "state", id: "7", data: "{}" }]],
  ["no name and no id", "data: x\n\n", [{ name: "message", id: "", data: "x" }]],
  ["a byte order mark", "\ufeffdata: x\n\n", [{ name: "message", id: "", data: "x" }]],
  ["data of several lines", "data: é\ndata:\ndata: 🏆\n\n", [{ name: "message", id: "", data: "é\n\n🏆" }]],
  ["one space less", "data:x\ndata:  y\n\n", [{ name: "message", id: "", data: "x\n y" }]],
  ["colons", "data: a:b: c\n\n", [{ name: "message", id: "", data: "a:b: c" }]],
  ["a field without a colon", "data\ndata\n\n", [{ name: "message", id: "", data: "\n" }]],
  ["comments", ": hello\n\n:\ndata: x\n: there\n\n", [{ name: "message", id: "", data: "x" }]],
  ["unknown fields", "date: x\nDATA: x\n data: x\n\n", []],
  ["an event without data", "event: state\n\ndata: x\n\n", [{ name: "message", id: "", data: "x" }]],
  ["an event without its end", "data: x\n\ndata: y\n", [{ name: "message", id: "", data: "x" }]],
  [
    "ids that last, that are taken back, and that are none",
    "id: 1\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\nid\ndata: d\n\n",
    [
      { name: "message", id: "1", data: "a" },
      { name: "message", id: "1", data: "b" },
      { name: "message", id: "1", data: "c" },
      { name: "message", id: "", data: "d" },
    ],
  ],
];

it.each(cases)("reads %s, however it ends its lines and wherever it is cut", (_, text, events) => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const ended = text.replaceAll("\n", end);
    for (const size of [1, 2, 3, 5, 1_000]) expect(read(ended, size)).toEqual(events);
  }
});

it("reads lines that end each in another way", () => {
  expect(read("data: a\rdata: b\r\ndata: c\n\r\n", 1).map(({ data }) => data)).toEqual(["a\nb\nc"]);
});

it("hears how long to wait", () => {
  const reader = new EventStreamReader("5");
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect([...reader.read(bytes("retry: 250\nretry: soon\ndata: x\n\n"))]).toEqual([
    { name: "message", id: "5", data: "x" },
  ]);
  expect(reader.retryMs).toBe(250);
});
