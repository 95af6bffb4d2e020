/** Platforms like to quote a secret they do not accept. */
export function hideSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const values = secrets.filter((value): value is string => typeof value === 'string' && value.length >= 4)
  // The longest first, so that a secret that holds another one disappears as a whole.
  const forms = values.flatMap((value) => [value, encodeURIComponent(value)]).sort((a, b) => b.length - a.length)
  return forms.reduce((shown, value) => shown.replaceAll(value, '[hidden]'), text)
}
