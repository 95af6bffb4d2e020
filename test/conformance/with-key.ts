import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The suite knows no keys: whatever it sends is handed on as it is, with one. */
export async function withKey(target: string, key: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const { url: path, method } = incoming
    const outgoing = request({ hostname, port, path, method, headers }, (theirs) => {
      answer.writeHead(theirs.statusCode!, theirs.headers)
      theirs.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.closeAllConnections() ?? server.close() }
}
