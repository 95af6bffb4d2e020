import { z } from 'zod'
import { Answer, fileReply, operation } from '../../src/call/operation.ts'
import type { Operation } from '../../src/call/operation.ts'

export const sampleFacts = { version: '9.8.7', publicUrl: 'https://ads.example/deck', sandboxUrl: null }

interface Folder {
  name: string
  folders: Folder[]
}

const Folder: z.ZodType<Folder> = z.lazy(() => z.object({ name: z.string(), folders: z.array(Folder) }))

const Money = z.object({ amount: z.number().default(0), currency: z.string() }).meta({ id: 'Money' })

const LaunchReply = z.object({
  adBatchId: z.int(),
  spent: Money,
  startedAt: z.date(),
  label: z.string().transform(Number),
})

const launch = operation({
  name: 'launch_ads',
  rest: { method: 'POST', path: '/v1/launch', alsoAt: ['/v1/start'], status: 202 },
  section: 'Launching',
  summary: 'Launch ads',
  description: 'Takes them all or none.',
  scope: 'launch',
  effect: 'spends',
  input: z.object({
    ads: z
      .array(z.object({ adName: z.string().meta({ description: 'What it is called.' }), budget: Money.optional() }))
      .min(1)
      .max(50),
    size: z.union([z.string(), z.int()]).transform(String).optional(),
    tags: z.preprocess((value) => value, z.array(z.string())).optional(),
    limits: z.object({ perDay: z.int().min(1).max(9) }).optional(),
  }),
  reply: LaunchReply,
  otherReplies: { 200: z.object({ dryRun: z.literal(true) }) },
  tool: true,
  example: { ads: [{ adName: "It's blue" }], tags: [] },
  handle: async () => ({ adBatchId: 1, spent: { currency: 'EUR' }, startedAt: new Date(), label: '1' }),
})

const batch = operation({
  name: 'get_batch',
  rest: { method: 'GET', path: '/v1/batches/{id}', alsoAt: ['/v1/old-batches/{number}'] },
  section: 'Launching',
  summary: 'Read a batch',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    id: z.string().meta({ description: 'Id or slug.' }),
    include: z.array(z.enum(['ads', 'events'])).optional(),
    page: z.coerce.number().int().min(1).default(1).meta({ description: 'Which page | counted from 1.' }),
    sort: z.string(),
  }),
  example: { id: 'b-1', sort: 'name' },
  reply: z.object({ root: Folder }),
  handle: async () => ({ root: { name: '', folders: [] } }),
})

const upload = operation({
  name: 'upload_file',
  rest: { method: 'POST', path: '/upload', surface: 'upload', form: true },
  section: 'Media and library',
  summary: 'Upload a file',
  scope: 'manage',
  effect: 'changes',
  input: z.object({ name: z.string().optional() }),
  reply: z.object({ url: z.string() }),
  handle: async () => ({ url: '' }),
})

const templates = operation({
  name: 'list_older_templates',
  rest: { method: 'GET', path: '/api/ad-copy-templates', surface: 'older' },
  section: 'Older surface',
  summary: 'List templates',
  scope: 'read',
  effect: 'reads',
  reply: z.object({ templates: z.array(z.string()) }),
  handle: async () => ({ templates: [] }),
})

const media = operation({
  name: 'read_media',
  rest: { method: 'GET', path: '/media/...', headers: { 'if-none-match': 'knownTag' } },
  section: 'Open',
  summary: 'Read a stored file',
  scope: null,
  effect: 'reads',
  input: z.object({
    '*': z.string().meta({ description: 'The rest of the address.' }),
    knownTag: z.string().optional().meta({ description: 'The tag of what is known.' }),
  }),
  reply: fileReply('*/*'),
  handle: async () => new Answer(200, ''),
})

const user = operation({
  name: 'get_user',
  rest: { method: 'GET', path: '/v1/user' },
  section: 'People',
  summary: 'Who calls',
  scope: 'read',
  effect: 'reads',
  reply: z.object({ name: z.string() }),
  handle: async () => ({ name: 'Ada' }),
})

/** One operation of every kind that the documents tell apart. */
export const sampleTable: Operation[] = [launch, batch, upload, templates, media, user]
