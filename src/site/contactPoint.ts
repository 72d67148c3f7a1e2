/** Whom to ask about a site, for search engines: the parts of one text that people write in many ways. */

export interface Contact {
  /** Without what is a part of its own; all of the text where nothing else is left. */
  readonly name: string;
  /** As schema.org has it. */
  readonly contactPoint: {
    readonly '@type': 'ContactPoint';
    readonly name?: string;
    readonly email?: string;
    readonly url?: string;
  };
}

/** From a text such as `Ada Example <ada@example.org>, https://example.org/lab`. */
export function contactOf(text: string): Contact {
  const url = /https?:\/\/[^\s<>()",]+/.exec(text)?.[0];
  const rest = url === undefined ? text : text.replace(url, ' ');
  const email = /[^\s<>()",;:]+@[^\s<>()",;:]+/.exec(rest)?.[0];
  const name = (email === undefined ? rest : rest.replace(email, ' '))
    .replace(/\bmailto:/, ' ')
    .replace(/[<([]\s*[>)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
  return {
    name: name || text,
    contactPoint: {
      '@type': 'ContactPoint',
      ...(name === '' ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(url === undefined ? {} : { url }),
    },
  };
}
