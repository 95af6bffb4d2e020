/** null: it is neither a JSON object of texts nor a token. */
export function fieldsIn(text: string): Record<string, string> | null {
  const given = text.trim()
  if (!given.startsWith('{')) return /\s/.test(given) || given === '' ? null : { accessToken: given }
  try {
    const fields: unknown = JSON.parse(given)
    const entries = Object.entries(fields as object)
    return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
      ? Object.fromEntries(entries)
      : null
  } catch {
    return null
  }
}
