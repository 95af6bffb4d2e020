import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { keptFor, retentionKinds } from '../../config/retention.ts'
import type { RetentionKind } from '../../config/retention.ts'
import { endingKinds } from '../../core/instance/endings.ts'
import type { Instance } from '../../core/instance/instance.ts'
import { lateSeconds, processRoles } from '../../core/instance/processes.ts'
import { quotaNames } from '../../core/quotas/quota.ts'

const kinds = Object.keys(retentionKinds) as RetentionKind[]
const time = (description: string) => z.string().meta({ description, format: 'date-time' })
const timeOrNull = (description: string) => z.string().nullable().meta({ description, format: 'date-time' })
const count = (description: string) => z.number().int().meta({ description })
const text = (description: string) => z.string().meta({ description })
const KindWord = z.enum(kinds as [RetentionKind, ...RetentionKind[]]).meta({ id: 'RetentionKind' })

const InstanceProcess = z
  .object({
    role: z.enum(processRoles).meta({ description: 'What it does: everything, the API alone, or a worker alone.' }),
    version: text('The version that it runs.'),
    host: text('The machine that it runs on.'),
    startedAt: time('When it was started.'),
    seenAt: time('When it last said that it lives.'),
    lateSeconds: count(
      `0: it lives. Otherwise for how many seconds it has not been seen, more than ${lateSeconds}: it died, or hangs.`,
    ),
  })
  .meta({ id: 'InstanceProcess' })

const InstanceJob = z
  .object({
    name: text('What it is called in the log.'),
    cron: text('When it runs (UTC).'),
    lastEndedAt: timeOrNull('When it last came to a good end; null: not lately.'),
    lastFailedAt: timeOrNull('When it last failed for good; null: not lately. The log says why.'),
    runningSince: timeOrNull('Since when it runs; null: it does not.'),
    dueAt: timeOrNull('When it is to begin next; in the past: nobody has begun it.'),
    late: z.boolean().meta({ description: 'Whether it should have begun, or ended, some minutes ago.' }),
  })
  .meta({ id: 'InstanceJob' })

const InstanceQueue = z
  .object({
    ads: z
      .object({
        waiting: count('Ads that wait to be begun.'),
        running: count('Ads that are being made.'),
        unsure: count('Ads of which an answer was lost: they are looked for.'),
      })
      .meta({ id: 'InstanceAds', description: 'Ads that have not come to their end.' }),
    oldestDueSeconds: z
      .number()
      .nullable()
      .meta({ description: 'For how long the ad that is due longest waits to be begun; null: none is due.' }),
    lanes: z
      .object({ owned: count('Those that a worker works on.'), waiting: count('Those with work that nobody took up.') })
      .meta({ id: 'InstanceLanes', description: 'Ad accounts with ads under way.' }),
    tasks: z
      .object({ waiting: count('Those that wait.'), running: count('Those that are being done.') })
      .meta({ id: 'InstanceTasks', description: 'What people asked for beside launches.' }),
  })
  .meta({ id: 'InstanceQueue' })

const InstanceSizes = z
  .object({
    databaseBytes: z.number().meta({ description: 'The whole database.' }),
    mediaBytes: z.number().meta({ description: 'The files of all libraries.' }),
    mediaFiles: count('How many files there are.'),
    ads: count('Ads there are; of many, as the database estimates.'),
    bytesPer1000Ads: z.number().nullable().meta({ description: 'What 1,000 ads leave behind; null: there are none.' }),
    kinds: z
      .array(
        z
          .object({
            kind: KindWord.meta({ description: 'What is kept.' }),
            bytes: z.number().meta({ description: 'With indexes.' }),
            oldest: z
              .string()
              .nullable()
              .meta({ description: 'The day, or month, of the oldest; null: there is none.' }),
          })
          .meta({ id: 'InstanceKindSize' }),
      )
      .meta({ description: 'Kind by kind, as retention knows them.' }),
  })
  .meta({ id: 'InstanceSizes' })

const InstanceRetention = z
  .object({
    kind: KindWord.meta({ description: 'What is kept.' }),
    setting: text('The setting.'),
    kept: text('For how long: `180 days`, `forever`.'),
    about: text('What is kept, and what becomes of the rest.'),
  })
  .meta({ id: 'InstanceRetention' })

const InstanceBackup = z
  .object({
    state: z.enum(['ok', 'old', 'failed', 'none', 'first']).meta({
      description:
        'old: the last good one is more than two nights old; failed: the last one is not whole; first: the first comes tonight.',
    }),
    verified: z
      .object({
        file: text('Where it lies.'),
        takenAt: time('When it was taken.'),
        bytes: z.number().meta({ description: 'How large it is.' }),
      })
      .meta({ id: 'InstanceGoodBackup' })
      .nullable()
      .meta({ description: 'The newest that was read to its last byte; null: there is none.' }),
    failed: z
      .object({ file: text('Where it lies.'), takenAt: time('When it was taken.'), problem: text('What is wrong.') })
      .meta({ id: 'InstanceBadBackup' })
      .nullable()
      .meta({ description: 'The last one, where it is not whole; null: it is.' }),
  })
  .meta({ id: 'InstanceBackup' })

const InstanceQuotas = z
  .object({
    company: z
      .object({ id: count('Id here.'), name: text('What people call it.'), slug: text('Its short name.') })
      .meta({ id: 'InstanceCompany', description: 'Whose they are.' }),
    quotas: z
      .array(
        z
          .object({
            name: z.enum(quotaNames).meta({ description: 'What is counted.' }),
            limit: z.number().meta({ description: 'How much it may use.' }),
            used: z.number().meta({ description: 'How much it uses.' }),
          })
          .meta({ id: 'InstanceQuota' }),
      )
      .meta({ description: 'The quotas that it has.' }),
  })
  .meta({ id: 'InstanceQuotas' })

const InstanceEnding = z
  .object({
    kind: z.enum(endingKinds).meta({ description: 'What ends.' }),
    id: text('Id here; of a platform, its name.'),
    what: text('What it is called.'),
    company: z.string().nullable().meta({ description: 'The slug of the company whose it is; null: everybody’s.' }),
    at: timeOrNull('When it ends, or ended; null: it is broken and has no known end.'),
    mark: z.enum(['ok', 'warning', 'problem']).meta({ description: 'ok: there is time; problem: it has ended.' }),
    broken: z
      .string()
      .nullable()
      .meta({ description: 'Why it opens nothing although it has not ended; null: it does.' }),
  })
  .meta({ id: 'InstanceEnding' })

const orNull = 'null: it could not be read in time; the log says why.'

export const instance = operation({
  name: 'read_instance',
  rest: { method: 'GET', path: '/v1/instance' },
  section: 'People',
  summary: 'How the whole installation is: processes, jobs, queue, sizes, retention, backup, quotas, and what ends.',
  description: 'Read again every few seconds, however often it is asked for.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  forOperators: true,
  evenHeld: true,
  reply: z.object({
    version: text('The version of the process that answers.'),
    node: text('The Node.js that it runs on.'),
    startedAt: time('When it was started.'),
    readAt: time('When what follows was read.'),
    processes: z
      .array(InstanceProcess)
      .nullable()
      .meta({ description: `Who runs; ${orNull}` }),
    jobs: z
      .array(InstanceJob)
      .nullable()
      .meta({ description: `Scheduled jobs; ${orNull}` }),
    queue: InstanceQueue.nullable().meta({ description: `What is under way; ${orNull}` }),
    sizes: InstanceSizes.nullable().meta({ description: `What it takes; ${orNull}` }),
    retention: z.array(InstanceRetention).meta({ description: 'For how long things are kept.' }),
    backup: InstanceBackup.nullable().meta({ description: `The last backup; ${orNull}` }),
    quotas: z
      .array(InstanceQuotas)
      .nullable()
      .meta({ description: `Companies with quotas, the fullest first; ${orNull}` }),
    endings: z
      .array(InstanceEnding)
      .nullable()
      .meta({ description: `What ends, the first end first; ${orNull}` }),
  }),
  async handle({ instance: reader, config, version, startedAt }) {
    const read = await reader.read()
    return {
      ...{ version, node: process.version, startedAt: startedAt.toISOString(), readAt: read.readAt.toISOString() },
      processes: read.processes?.map(presentProcess) ?? null,
      jobs: read.jobs?.map(presentJob) ?? null,
      queue: read.queue,
      sizes: read.sizes && presentSizes(read.sizes),
      retention: kinds.map((kind) => {
        const { setting, about } = retentionKinds[kind]
        return { kind, setting, about, kept: keptFor(kind, config.retention[kind]) }
      }),
      backup: read.backup && presentBackup(read.backup),
      quotas: read.quotas,
      endings: read.endings?.map(({ at, ...rest }) => ({ ...rest, at: at?.toISOString() ?? null })) ?? null,
    }
  },
})

type Read<P extends keyof Instance> = NonNullable<Instance[P]>

function presentProcess({ startedAt, seenAt, ...rest }: Read<'processes'>[number]) {
  return { ...rest, startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() }
}

function presentJob({ name, cron, late, ...times }: Read<'jobs'>[number]) {
  const { lastEndedAt, lastFailedAt, runningSince, dueAt } = times
  return {
    ...{ name, cron, late, lastEndedAt: lastEndedAt?.toISOString() ?? null },
    ...{ lastFailedAt: lastFailedAt?.toISOString() ?? null, runningSince: runningSince?.toISOString() ?? null },
    dueAt: dueAt?.toISOString() ?? null,
  }
}

function presentSizes({ launchBytes, ...rest }: Read<'sizes'>) {
  return { ...rest, bytesPer1000Ads: rest.ads === 0 ? null : Math.round((launchBytes / rest.ads) * 1000) }
}

function presentBackup({ state, verified, failed }: Read<'backup'>) {
  return {
    state,
    verified: verified && { ...verified, takenAt: verified.takenAt.toISOString() },
    failed: failed && { ...failed, takenAt: failed.takenAt.toISOString() },
  }
}
