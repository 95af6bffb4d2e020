/** What we use of the browser's older way to send: its fetch tells nothing of what was sent. */
interface BrowserRequest {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  status: number
  statusText: string
  response: Blob | null
  responseType: string
  withCredentials: boolean
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: FormData): void
  abort(): void
}

type BrowserRequestClass = new () => BrowserRequest

export function browserRequest(): BrowserRequestClass | null {
  return (globalThis as { XMLHttpRequest?: BrowserRequestClass }).XMLHttpRequest ?? null
}

/** A fetch that tells how much of its form was sent. */
export function fetchReporting(
  Request: BrowserRequestClass,
  onSent: (bytes: number, total: number) => void,
): typeof fetch {
  return (url, { method = 'POST', headers, body, signal, credentials } = {}) =>
    new Promise((resolve, reject) => {
      const request = new Request()
      request.open(method, url as string)
      request.responseType = 'blob'
      request.withCredentials = credentials === 'include'
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total)
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new TypeError('The connection was cut.'))
      request.onabort = () => reject(signal?.reason as Error)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as FormData)
    })
}

function answerOf(request: BrowserRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const { status, statusText } = request
  return new Response(request.response, { status, statusText, headers: headers.filter(([name]) => name !== '') })
}
