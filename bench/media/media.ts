import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { mp4 } from '../../test/support/media/media-files.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import { median } from '../measure.ts'

const size = 104_857_600
const rounds = 7
const boundary = 'bench'

/** Uploads of the largest size, one and four at a time, and serving them; the baselines do the same with nothing around. */
export const mediaBench: Bench = {
  name: 'media',
  about: '100 MB up against a bare route that hashes and writes, 100 MB down against @fastify/static',
  async run(say) {
    const service = await benchService({ SANDBOX: 'off' })
    const stored = join(service.dataDir, 'media')
    const script = join(import.meta.dirname, 'bare-media.ts')
    const form = await largestForm()
    await upload(`${service.url}/upload`, form, service.key)
    const bare = spawn(process.execPath, [script, stored, service.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [address] = (await once(bare.stdout, 'data')) as [Buffer]
    const bareUrl = address.toString().trim()
    const memory = await memoryOfFour(service.child.pid!, () => upload(`${service.url}/upload`, form, service.key))
    const { url } = JSON.parse(await upload(`${service.url}/upload`, form, service.key)) as { url: string }
    const up = await compare(
      () => upload(`${service.url}/upload`, form, service.key),
      () => upload(`${bareUrl}/bare`, form, service.key),
    )
    say(`upload in ms, ours ${up.ours.join(', ')}; bare ${up.theirs.join(', ')}`)
    const path = new URL(url).pathname.slice('/media/'.length)
    const down = await compare(
      () => download(url),
      () => download(`${bareUrl}/static/${path}`),
    )
    say(`download in ms, ours ${down.ours.join(', ')}; static ${down.theirs.join(', ')}`)
    bare.kill()
    await service.remove()
    return [
      { what: 'speed of an upload of 100 MB / bare route', value: up.ratio, unit: '', atLeast: 0.5 },
      { what: 'memory that four such uploads at once add', value: memory, unit: 'MB', atMost: 64 },
      { what: 'speed of serving 100 MB / @fastify/static', value: down.ratio, unit: '', atLeast: 0.8 },
    ]
  },
}

/** A sound video of the largest size as a form on the wire: what is missing is filled by a box that players skip. */
async function largestForm(): Promise<Buffer> {
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bench.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const video = await mp4()
  const file = Buffer.alloc(size, 'flightdeck')
  video.copy(file)
  file.writeUInt32BE(size - video.length, video.length)
  file.write('free', video.length + 4, 'latin1')
  return Buffer.concat([head, file, tail])
}

/** Every upload is of other content, so that every one is stored. */
async function upload(url: string, form: Buffer, key: string): Promise<string> {
  const salt = randomBytes(16)
  const at = form.length - 4096
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': form.length,
  }
  const call = request(url, { method: 'POST', headers, agent: false })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  for (const piece of [form.subarray(0, at), salt, form.subarray(at + salt.length)]) {
    if (!call.write(piece)) await once(call, 'drain')
  }
  call.end()
  const [answer] = await answered
  const body = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${body}`)
  return body
}

async function download(url: string): Promise<void> {
  const call = request(url, { agent: false })
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  let seen = 0
  // The cheapest way to read, so that the server is what is measured.
  answer.on('data', (chunk: Buffer) => (seen += chunk.length))
  await once(answer, 'end')
  if (seen !== size) throw new Error(`${url} gave ${seen} bytes`)
}

/** In turns; the median of each counts: a lucky round must not decide. */
async function compare(ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.theirs.push(await milliseconds(theirs))
    times.ours.push(await milliseconds(ours))
  }
  return { ...times, ratio: median(times.theirs) / median(times.ours) }
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return Math.round(performance.now() - from)
}

async function memoryOfFour(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await residentMegabytes(pid)
  let peak = before
  let running = true
  const watch = async () => {
    while (running) peak = Math.max(peak, await residentMegabytes(pid))
  }
  const watching = watch()
  await Promise.all([work(), work(), work(), work()])
  running = false
  await watching
  return peak - before
}

async function residentMegabytes(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 10))
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
