import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A collector of traces as a process of its own: what it reads is no work of who is measured, nor of who measures. Prints its address. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'))
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`))
