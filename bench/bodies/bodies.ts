import { rm } from 'node:fs/promises'
import { makeDataDir } from '../../test/support/harness.ts'
import { startFuzzedService } from '../../test/fuzz/start-service.ts'
import type { FuzzedService } from '../../test/fuzz/start-service.ts'
import type { Bench, Figure } from '../figure.ts'
import { attacks } from './attacks.ts'
import type { Attack } from './attacks.ts'

/** What one body may cost: milliseconds, and more of them for every MB sent. */
const bounds = {
  stranger: { loop: { ms: 100, perMb: 0 }, cpu: { ms: 50, perMb: 300 } },
  caller: { loop: { ms: 100, perMb: 30 }, cpu: null },
}
const tries = 3

export const bodiesBench: Bench = {
  name: 'bodies',
  about: 'what bodies made to hurt cost: how long everybody else waits, and how much work they are',
  async run(say) {
    const dataDir = await makeDataDir()
    const service = await startFuzzedService({ DATA_DIR: dataDir })
    try {
      return await measureAll(service, say)
    } finally {
      await service.end()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

async function measureAll(service: FuzzedService, say: (line: string) => void): Promise<Figure[]> {
  let [loop, cpu]: [Worst, Worst] = [nothing, nothing]
  for (const attack of attacks) {
    const { loopMs, cpuMs, status } = await minOf(service, attack)
    const { loop: loopBound, cpu: cpuBound } = attack.isOpen ? bounds.stranger : bounds.caller
    const megabytes = attack.body.length / 1e6
    const name = `${attack.path}, ${attack.what}`
    say(
      `${status} ${name}: ${Math.round(loopMs)} ms of the loop, ${Math.round(cpuMs)} ms of work, ${megabytes.toFixed(1)} MB`,
    )
    loop = worse(loop, { share: loopMs / (loopBound.ms + loopBound.perMb * megabytes), name })
    if (cpuBound) cpu = worse(cpu, { share: cpuMs / (cpuBound.ms + cpuBound.perMb * megabytes), name })
  }
  return [
    { what: 'the loop held up, of what is allowed', value: loop.share, unit: 'x', atMost: 1, note: loop.name },
    { what: 'work for a stranger, of what is allowed', value: cpu.share, unit: 'x', atMost: 1, note: cpu.name },
  ]
}

interface Worst {
  share: number
  name: string
}

const nothing: Worst = { share: 0, name: '' }

function worse(a: Worst, b: Worst): Worst {
  return b.share > a.share ? b : a
}

/** The least of a few tries: what else the machine does only adds to it. */
async function minOf(service: FuzzedService, attack: Attack) {
  const min = { loopMs: Infinity, cpuMs: Infinity, status: 0 }
  for (let n = 0; n < tries; n++) {
    await service.loop()
    const before = await service.cpuMs()
    min.status = await send(service, attack)
    min.cpuMs = Math.min(min.cpuMs, (await service.cpuMs()) - before)
    min.loopMs = Math.min(min.loopMs, await service.loop())
  }
  return min
}

/** 0: we hung up on a body that is much too large while it was still being sent. */
async function send(service: FuzzedService, { path, body, isOpen, headers }: Attack): Promise<number> {
  const request = {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(isOpen ? {} : { authorization: `Bearer ${service.key}` }),
      ...headers,
    },
  }
  const answer = await fetch(service.url + path, request).catch(() => null)
  await answer?.text()
  if (service.hasEnded() || (answer && answer.status >= 500)) throw new Error(`${path}: ${answer?.status}`)
  return answer?.status ?? 0
}
