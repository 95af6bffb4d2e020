import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildSampleDocument } from './sample-document.ts'
import { drawSampleImage } from './sample-image.ts'
import { buildSampleVideo } from './sample-video.ts'

const samples: Record<string, { width: number; height: number }> = {
  'square.png': { width: 1080, height: 1080 },
  'portrait.png': { width: 1080, height: 1350 },
  'vertical.png': { width: 1080, height: 1920 },
  'landscape.png': { width: 1200, height: 628 },
  'square.mp4': { width: 1080, height: 1080 },
  'vertical.mp4': { width: 1080, height: 1920 },
  'document.pdf': { width: 595, height: 842 },
}

type Make = (width: number, height: number, version: number) => Buffer | Promise<Buffer>

const makers = { png: drawSampleImage, mp4: buildSampleVideo, pdf: buildSampleDocument } satisfies Record<string, Make>
const types: Record<keyof typeof makers, string> = { png: 'image/png', mp4: 'video/mp4', pdf: 'application/pdf' }

function endOf(name: string): keyof typeof makers {
  return name.split('.').at(-1) as keyof typeof makers
}

export const assetNames = Object.keys(samples)

interface Asset {
  bytes: Buffer
  etag: string
}

const cacheLimit = 400

/** The sample media that launches and tests may use: made here, so that nothing has to be fetched from anywhere. */
export function registerAssets(app: FastifyInstance): void {
  const cache = new Map<string, Promise<Asset>>()
  const find = (name: string, version: number): Promise<Asset> => {
    const key = `${name}?${version}`
    const known = cache.get(key)
    if (known) return known
    const oldest = cache.keys().next()
    if (cache.size >= cacheLimit && !oldest.done) cache.delete(oldest.value)
    const made = makeAsset(name, version)
    cache.set(key, made)
    return made
  }
  app.route<{ Params: { name: string }; Querystring: { v?: string } }>({
    method: ['GET', 'HEAD'],
    url: '/_assets/:name',
    handler: async (request, reply) => {
      const { name } = request.params
      const version = Number(request.query.v ?? 0)
      if (!Object.hasOwn(samples, name))
        return reply.code(404).send({ error: { message: `There is no asset ${name}` } })
      if (!Number.isSafeInteger(version) || version < 0)
        return reply.code(400).send({ error: { message: 'v must be a whole number', field: 'v' } })
      return sendAsset(request, reply, await find(name, version), types[endOf(name)])
    },
  })
}

async function makeAsset(name: string, version: number): Promise<Asset> {
  const { width = 0, height = 0 } = samples[name] ?? {}
  const bytes = await makers[endOf(name)](width, height, version)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` }
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, type: string): FastifyReply {
  const size = asset.bytes.length
  void reply.headers({ etag: asset.etag, 'accept-ranges': 'bytes', 'cache-control': 'no-cache' }).type(type)
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  const range = readRange(request.headers.range, size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const bytes = range ? asset.bytes.subarray(range.start, range.end + 1) : asset.bytes
  void reply.header('content-length', bytes.length)
  return request.method === 'HEAD' ? reply.send() : reply.send(bytes)
}

/** One byte range; anything else about ranges is ignored, as the standard allows. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
