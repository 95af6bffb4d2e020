const hidden = '[hidden]'

/** Fields whose names say that nobody else should know them. */
const secretName = /secret|token|passw|authori[sz]ation|credential|cookie|api_?key|private_?key|signature/i

/** What opens something, by the forms in which it is handed out: ours, those of webhooks and those of platforms and clouds. */
const secretForms = [
  /\bak_[A-Za-z0-9]{16,}/g,
  /\bwhsec_[A-Za-z0-9+/=_-]{8,}/g,
  /\bBearer\s+\S+/gi,
  /\bBasic\s+[A-Za-z0-9+/=]{8,}/g,
  /\bEAA[A-Za-z0-9]{16,}/g,
  /\bya29\.\S+/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_.-]+/g,
  /\b\d{6,12}:[A-Za-z0-9_-]{30,}/g,
  /\b(?:xox[a-z]-|gh[a-z]_|sk[-_]|AKIA|AIza|pina_|shpat_)[A-Za-z0-9_-]{8,}/g,
  // Anything long that mixes digits with small and large letters is nobody's word.
  /(?<![A-Za-z0-9+/=])(?=[A-Za-z0-9+/=]*[a-z])(?=[A-Za-z0-9+/=]*[A-Z])(?=[A-Za-z0-9+/=]*\d)[A-Za-z0-9+/=]{32,}/g,
]

/** Addresses that open something by being known. */
const secretAddress =
  /^https:\/\/(?:hooks\.slack\.com|(?:[a-z]+\.)?discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org)/i

const max = { depth: 5, entries: 20, fields: 60, letters: 300 }

/** A copy that is safe to keep and to show: nothing that opens anything, and no more of it than anybody reads. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shorten(hideIn(value))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (depth >= max.depth) return Array.isArray(value) ? `[${value.length} entries]` : '[more]'
  if (Array.isArray(value)) {
    const shown = value.slice(0, max.entries).map((entry) => withoutSecrets(entry, depth + 1))
    return value.length > max.entries ? [...shown, `[${value.length - max.entries} more]`] : shown
  }
  const fields = Object.entries(value).slice(0, max.fields)
  return Object.fromEntries(fields.map(([name, field]) => [hideIn(name), fieldOf(name, field, depth)]))
}

function fieldOf(name: string, field: unknown, depth: number): unknown {
  const isSecret = secretName.test(name) && typeof field !== 'boolean' && field !== null && field !== undefined
  return isSecret ? hidden : withoutSecrets(field, depth + 1)
}

function hideIn(text: string): string {
  const plain = text.replaceAll(/https?:\/\/[^\s"'<>]+/gi, hideInAddress)
  return secretForms.reduce((rest, form) => rest.replaceAll(form, hidden), plain)
}

/** Who signs in and what is asked for stay out of it. */
function hideInAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return hidden
  if (secretAddress.test(address)) return `${url.origin}/${hidden}`
  return `${url.origin}${url.pathname}${url.search || url.hash ? `?${hidden}` : ''}`
}

function shorten(text: string): string {
  return text.length > max.letters ? `${text.slice(0, max.letters)}…` : text
}
