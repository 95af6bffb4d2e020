import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Receivers of webhooks in a process of their own; the last one hangs. Tells its ports, then after every request that counts how many came. */
const receivers = Number(process.argv[2])
const counts = new Array<number>(receivers).fill(0)
const ports: number[] = []
for (let n = 0; n < receivers; n++) {
  const hangs = n === receivers - 1
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => {
      counts[n]!++
      if (!hangs) reply.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ports.push((server.address() as AddressInfo).port)
}
process.send!({ ports })
process.on('message', () => process.send!({ counts }))
