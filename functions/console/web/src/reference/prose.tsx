/** The little Markdown that the API document is written in: paragraphs, lists, tables, headings, code, emphasis. */

import type { ComponentChildren } from "preact";
import { Outward } from "../parts/verdict";

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/u;

export function inline(text: string): ComponentChildren {
  return text.split(INLINE).map((part, index) => {
    if (part.startsWith("`")) return <code key={index}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={index}>{part.slice(2, -2)}</strong>;
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/u.exec(part);
    if (link !== null) {
      return (
        <Outward key={index} url={link[2]}>
          {link[1] ?? ""}
        </Outward>
      );
    }
    return part;
  });
}

export const Prose = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <div class="prose">
      {text
        .trim()
        .split(/\n{2,}/u)
        .map((block, index) => (
          <Block key={index} text={block} />
        ))}
    </div>
  );

function Block({ text }: { text: string }) {
  const lines = text.split("\n");
  if (text.startsWith("#")) return <p class="prose-head">{inline(text.replace(/^#+\s*/u, ""))}</p>;
  if (lines.every((line) => line.startsWith("- ") || line.startsWith("  "))) {
    const items = text.split(/\n(?=- )/u).map((item) => item.replace(/^- /u, ""));
    return (
      <ul>
        {items.map((item, index) => (
          <li key={index}>{inline(item)}</li>
        ))}
      </ul>
    );
  }
  if (text.startsWith("|")) return <Table lines={lines} />;
  return <p>{inline(text)}</p>;
}

function Table({ lines }: { lines: string[] }) {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/u.test(line)).map(cellsOf);
  const [head, ...body] = rows;
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {(head ?? []).map((cell, index) => (
              <th key={index} scope="col">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/gu, "")
    .split("|")
    .map((cell) => cell.trim());
