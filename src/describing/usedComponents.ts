/** Removes unreferenced components from a document. */
import { isJsonObject, type JsonObject, type JsonValue } from './jsonValue.ts';

export type Components = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The components reachable from `root`, in their original order. */
export function usedComponents(root: JsonValue, components: Components): JsonObject {
  const used = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') follow(member);
      else visit(member);
    }
  };
  const follow = (reference: string) => {
    if (used.has(reference)) return;
    used.add(reference);
    const [kind = '', name = ''] = reference.split('/').slice(2);
    const component = components[kind]?.[name];
    if (component === undefined) throw new Error(`there is no ${reference}`);
    visit(component);
  };
  visit(root);

  const kept = Object.entries(components).map(([kind, all]) => {
    const some = Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(some)] as const;
  });
  return Object.fromEntries(kept.filter(([, some]) => Object.keys(some).length > 0));
}
