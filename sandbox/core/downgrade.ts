/** Leaves out some of what was asked for, without a word, as platforms do now and then; `a.b` is a field inside of one. */
export function downgraded<T extends object>(asked: T, fields: string[] | undefined): T {
  if (!fields) return asked
  const kept = structuredClone(asked)
  for (const field of fields) drop(kept, field.split('.'))
  return kept
}

function drop(object: object, [head = '', ...rest]: string[]): void {
  const fields = object as Record<string, unknown>
  const child = fields[head]
  if (rest.length === 0) delete fields[head]
  else if (typeof child === 'object' && child !== null) drop(child, rest)
}
