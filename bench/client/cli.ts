import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import pMap from 'p-map'
import sharp from 'sharp'
import { uploadsAtOnce } from '../../client/cli/launch/upload.ts'
import type { Bench } from '../figure.ts'
import { launchFixture } from '../launch/launch-one.ts'
import type { LaunchFixture } from '../launch/launch-one.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { median } from '../measure.ts'

const ads = 200
const pictures = 50
const rounds = 5
const side = 1080
const launcher = join(import.meta.dirname, '..', '..', 'flightdeck')

/** A sheet launched as people do, from a shell, against nothing but its uploads by bare fetch, in turns and with pictures of their own. */
export const cliBench: Bench = {
  name: 'cli',
  about: `flightdeck launch of a sheet with ${ads} ads and ${pictures} pictures, until the platform is first written to, against the uploads alone`,
  async run(say) {
    const service = await benchService()
    const folder = await mkdtemp(join(tmpdir(), 'flightdeck-bench-cli-'))
    try {
      const fixture = await launchFixture(service)
      await uploadBare(service, await makePictures(folder, 'warm-up'))
      const taken: { bare: number[]; launch: number[] } = { bare: [], launch: [] }
      for (let round = 1; round <= rounds; round += 1) {
        const bare = await uploadBare(service, await makePictures(folder, `bare-${round}`))
        const launch = await launchSheet(service, { folder, fixture, name: `sheet-${round}` })
        say(`uploads alone ${bare.toFixed(0)} ms; launch until the first write ${launch.toFixed(0)} ms`)
        taken.bare.push(bare)
        taken.launch.push(launch)
      }
      const value = median(taken.launch) / median(taken.bare)
      const help = await helpSeconds()
      say(`processor time of --help ${help.toFixed(3)} s`)
      return [
        { what: 'time until the first write / uploads alone', value, unit: '', atMost: 1.3 },
        { what: 'processor time of --help', value: help, unit: 's', atMost: 0.3 },
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
      await service.remove()
    }
  },
}

/** Of the whole launcher, as the shell counts what it started. */
async function helpSeconds(): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const script = '"$0" --help > /dev/null; times'
    const { stdout } = await promisify(execFile)('sh', ['-c', script, launcher])
    const [, ofChildren = ''] = stdout.trim().split('\n')
    const parts = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)]
    taken.push(parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0))
  }
  return median(taken)
}

/** As large as a photograph, and no two alike: decoders pass over what stands behind the end. */
async function makePictures(folder: string, name: string): Promise<string[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
  const content = await picture.jpeg({ quality: 80 }).toBuffer()
  const places = Array.from({ length: pictures }, (_, place) => join(folder, `${name}-${place}.jpg`))
  await pMap(places, (path) => writeFile(path, Buffer.concat([content, Buffer.from(path)])), { concurrency: 2 })
  return places
}

async function uploadBare(service: BenchService, files: string[]): Promise<number> {
  const from = performance.now()
  await pMap(
    files,
    async (path) => {
      const form = new FormData()
      form.append('file', new Blob([await readFile(path)]), basename(path))
      const headers = { authorization: `Bearer ${service.key}` }
      const answer = await fetch(`${service.url}/v1/media/upload`, { method: 'POST', headers, body: form })
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
      await answer.json()
    },
    { concurrency: uploadsAtOnce },
  )
  return performance.now() - from
}

interface Sheet {
  folder: string
  fixture: LaunchFixture
  name: string
}

/** Milliseconds from the moment somebody presses return until the platform is asked for the first time to make something. */
async function launchSheet(service: BenchService, { folder, fixture, name }: Sheet): Promise<number> {
  const files = await makePictures(folder, name)
  const sheet = join(folder, `${name}.csv`)
  await writeFile(sheet, sheetOf(fixture, name, files))
  await service.control('DELETE', 'calls')
  const env = { ...process.env, FLIGHTDECK_URL: service.url, FLIGHTDECK_KEY: service.key }
  const began = Date.now()
  const child = spawn(launcher, ['launch', sheet, '--no-watch'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`flightdeck launch ended with ${code}: ${said}`)
  for (;;) {
    const { calls } = await service.control<{ calls: { at: string; method: string }[] }>('GET', 'calls?platform=meta')
    const writes = calls.filter(({ method }) => method === 'POST').map(({ at }) => Date.parse(at))
    if (writes.length === 0) continue
    await allLaunched(service)
    return Math.min(...writes) - began
  }
}

/** The next round begins when nothing is left to do. */
async function allLaunched(service: BenchService): Promise<void> {
  for (;;) {
    const { count } = await service.call<{ count: number }>('GET', '/v1/batches?status=in_progress')
    if (count === 0) return
  }
}

function sheetOf({ accountIds, adSets, page, secondary }: LaunchFixture, name: string, files: string[]): string {
  const places = accountIds.flatMap((account) => adSets[account]!.map((adSet) => ({ account, adSet })))
  const rows = Array.from({ length: ads }, (_, index) => {
    const { account, adSet } = places[index % places.length]!
    return [
      `${name} ${index}`,
      account,
      adSet,
      page,
      secondary,
      files[index % files.length],
      'https://example.com',
    ].join(',')
  })
  return ['name,account,ad set,page,secondary,media,link', ...rows].join('\n')
}
