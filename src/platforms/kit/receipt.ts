export type Fields = Record<string, unknown>

/** What was asked for: a field without a value was not. */
export function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Of what is stored, the fields that were asked for; null for what is not there. */
export function storedOf(stored: Fields, asked: Fields): Fields {
  return Object.fromEntries(Object.keys(asked).map((name) => [name, stored[name] ?? null]))
}
