import { z } from 'zod'
import { defineEndpoint } from '../../src/call/endpoint.ts'
import type { Endpoint } from '../../src/call/endpoint.ts'

export const sampleFacts = { version: '9.8.7', publicUrl: 'https://ads.example/deck', sandboxUrl: null }

interface Folder {
  name: string
  folders: Folder[]
}

const Folder: z.ZodType<Folder> = z.lazy(() => z.object({ name: z.string(), folders: z.array(Folder) }))

const Money = z.object({ amount: z.number().default(0), currency: z.string() }).meta({ id: 'Money' })

const launch = defineEndpoint({
  method: 'POST',
  path: '/v1/launch',
  alsoAt: ['/v1/start'],
  section: 'Launching',
  summary: 'Launch ads',
  description: 'Takes them all or none.',
  scope: 'launch',
  status: 202,
  body: z.object({
    ads: z
      .array(z.object({ adName: z.string().meta({ description: 'What it is called.' }), budget: Money.optional() }))
      .min(1)
      .max(50),
    size: z.union([z.string(), z.int()]).transform(String).optional(),
    tags: z.preprocess((value) => value, z.array(z.string())).optional(),
    limits: z.object({ perDay: z.int().min(1).max(9) }).optional(),
  }),
  reply: z.object({ adBatchId: z.int(), spent: Money, startedAt: z.date(), label: z.string().transform(Number) }),
  tool: 'launch_ads',
  example: { ads: [{ adName: "It's blue" }] },
  handle: async () => ({}),
})

const batch = defineEndpoint({
  method: 'GET',
  path: '/v1/batches/{id}',
  alsoAt: ['/v1/old-batches/{number}'],
  section: 'Launching',
  summary: 'Read a batch',
  scope: 'read',
  params: z.object({ id: z.string().meta({ description: 'Id or slug.' }) }),
  query: z.object({
    include: z.array(z.enum(['ads', 'events'])).optional(),
    page: z.coerce.number().int().min(1).default(1).meta({ description: 'Which page | counted from 1.' }),
    sort: z.string(),
  }),
  reply: z.object({ root: Folder }),
  handle: async () => ({}),
})

const upload = defineEndpoint({
  method: 'POST',
  path: '/upload',
  section: 'Media',
  summary: 'Upload a file',
  scope: 'manage',
  surface: 'upload',
  bodyKind: 'multipart',
  body: z.object({ name: z.string().optional() }),
  reply: z.object({ url: z.string() }),
  handle: async () => ({}),
})

const templates = defineEndpoint({
  method: 'GET',
  path: '/api/ad-copy-templates',
  section: 'Older surface',
  summary: 'List templates',
  scope: 'read',
  surface: 'older',
  reply: z.object({ templates: z.array(z.string()) }),
  handle: async () => ({}),
})

const media = defineEndpoint({
  method: 'GET',
  path: '/media/...',
  section: 'Open',
  summary: 'Read a stored file',
  scope: null,
  params: z.object({ '*': z.string().meta({ description: 'The rest of the address.' }) }),
  reply: z.unknown(),
  replyType: '*/*',
  handle: async () => ({}),
})

// Under two prefixes, so that their plain names would be the same.
const twins = ['/v1/user', '/user'].map((path) =>
  defineEndpoint({
    method: 'GET',
    path,
    section: 'People',
    summary: 'Who calls',
    scope: 'read',
    reply: z.object({ name: z.string() }),
    example: { name: 'Ada' },
    handle: async () => ({}),
  }),
)

/** One endpoint of every kind that the documents tell apart. */
export const sampleTable: Endpoint[] = [launch, batch, upload, templates, media, ...twins]
