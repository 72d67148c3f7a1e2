/** Vocabulary as text: cells with `|` or a line end between two of them, so that a row may go on in the next line. */

/** The cells of a text, as a type. */
export type Cell<Text extends string> = Text extends `${infer First}${'|' | '\n'}${infer Rest}`
  ? First | Cell<Rest>
  : Text;

/** In a cell, `¶` is a line end. */
export function cellsOf(text: string): string[] {
  return text.split(/[|\n]/).map((cell) => cell.replaceAll('¶', '\n'));
}

/** An object for each row, with the cells above the empty line as its keys. */
export function table<Header extends string>(text: `${Header}\n\n${string}`) {
  const [names = [], cells = []] = text.split('\n\n').map(cellsOf);
  if (cells.length % names.length !== 0) throw new Error(`cells are missing below ${names[0]}`);
  return Array.from({ length: cells.length / names.length }, (_, row) => {
    const entries = names.map((name, column) => [name, cells[row * names.length + column]]);
    return Object.fromEntries(entries) as Record<Cell<Header>, string>;
  });
}
