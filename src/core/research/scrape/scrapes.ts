import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import type { TaskRef, Tasks } from '../../tasks.ts'
import type { PageFacts } from './read-page.ts'

/** The rows of pages that are read: the only place that speaks their SQL. */
export const scrapeTask = 'research-scrape'

export const scrapeStates = ['queued', 'running', 'done', 'failed'] as const

export const keptDays = 7
/** How many pages of a company may wait or be read at the same time. */
export const maxOpen = 20
/** Longer than reading a page can take. */
const heldSeconds = 90
/** After so many workers that never came back, the page is to blame. */
const maxAttempts = 3

export interface ScrapeFailure {
  code: string
  message: string
}

export interface ScrapeView {
  id: number
  url: string
  state: (typeof scrapeStates)[number]
  progress: number
  result: PageFacts | null
  failure: ScrapeFailure | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

const heldUntil = sql<Date>`now() + make_interval(secs => ${heldSeconds})`

/** Within the caller's transaction, so that the row, its task and the answer are kept together. */
export async function createScrape(
  { db, tasks }: { db: Db; tasks: Tasks },
  { company }: Pick<Context, 'company'>,
  { url }: { url: string },
): Promise<ScrapeView> {
  // One after the other within a company, so that the count is true.
  await db.selectFrom('companies').where('id', '=', company.id).select('id').forNoKeyUpdate().execute()
  const { open } = await db
    .selectFrom('research_scrapes')
    .where('company_id', '=', company.id)
    .select(sql<number>`count(*)::int`.as('open'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (open >= maxOpen) {
    const text = `${maxOpen} pages are being read already. Ask again when one of them is done.`
    throw new AppError('rate_limit_exceeded', text, { limit: maxOpen }, { 'retry-after': '10' })
  }
  const row = await db
    .insertInto('research_scrapes')
    .values({ company_id: company.id, url, held_until: heldUntil })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tasks.add(db, { name: scrapeTask, id: row.id, companyId: company.id })
  return row as ScrapeView
}

export async function readScrape(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { id }: { id: number },
): Promise<ScrapeView> {
  const row = await db
    .selectFrom('research_scrapes')
    .where('company_id', '=', company.id)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('scrape', id)
  return row as ScrapeView
}

/** A page that is ours to read; the number of the attempt is the proof. */
export interface HeldScrape {
  id: number
  companyId: CompanyId
  url: string
  attempt: number
}

/** Takes a page up, unless it is done or somebody else is busy with it. */
export async function takeScrape(
  db: Db,
  { id, companyId }: Pick<TaskRef, 'id' | 'companyId'>,
): Promise<HeldScrape | null> {
  const row = await db
    .updateTable('research_scrapes')
    .where('company_id', '=', companyId)
    .set((eb) => ({
      state: 'running' as const,
      progress: 10,
      attempts: eb('attempts', '+', 1),
      started_at: sql<Date>`coalesce(started_at, now())`,
      held_until: heldUntil,
    }))
    .where('id', '=', id)
    .where((eb) => eb.or([eb('state', '=', 'queued'), eb.and([eb('state', '=', 'running'), isLetGo])]))
    .returning(['url', 'attempts'])
    .executeTakeFirst()
  if (!row) return null
  const held = { id, companyId, url: row.url, attempt: row.attempts }
  if (row.attempts <= maxAttempts) return held
  const message = `Reading the page ended the worker ${maxAttempts} times.`
  await endScrape(db, held, { failure: { code: 'gave_up', message } })
  return null
}

const isLetGo = sql<boolean>`held_until < now()`

/** What changes a page that is being read; nothing happens once somebody else took it up. */
function change(db: Db, { id, companyId, attempt }: HeldScrape) {
  return db
    .updateTable('research_scrapes')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')
}

export async function noteProgress(db: Db, held: HeldScrape, progress: number): Promise<void> {
  await change(db, held).set({ progress }).execute()
}

export async function endScrape(
  db: Db,
  held: HeldScrape,
  end: { result: PageFacts } | { failure: ScrapeFailure },
): Promise<void> {
  const what =
    'result' in end
      ? { state: 'done' as const, result: JSON.stringify(end.result) }
      : { state: 'failed' as const, failure: JSON.stringify(end.failure) }
  await change(db, held)
    .set({ ...what, progress: 100, finished_at: sql<Date>`now()` })
    .execute()
}

/** Somebody else is to read it: we stop. It does not count as an attempt. */
export async function putBackScrape(db: Db, held: HeldScrape): Promise<void> {
  await change(db, held)
    .set({ state: 'queued', progress: 0, attempts: held.attempt - 1, held_until: sql<Date>`'-infinity'` })
    .execute()
}

/** For a service that is alone on its database: whoever was reading before is dead. */
export async function freeAllScrapes(db: Db): Promise<void> {
  await everyCompany(db)
    .updateTable('research_scrapes')
    .set({ held_until: sql<Date>`'-infinity'` })
    .where('finished_at', 'is', null)
    .execute()
}

/** Pages that wait and that nobody holds any more: their worker died, or their task got lost. They are held for who is sent to them. */
export async function forgottenScrapes(db: Db): Promise<TaskRef[]> {
  const rows = await everyCompany(db)
    .updateTable('research_scrapes')
    .set({ held_until: sql<Date>`CASE WHEN state = 'queued' THEN ${heldUntil} ELSE held_until END` })
    .where('finished_at', 'is', null)
    .where(isLetGo)
    .returning(['id', 'company_id'])
    .execute()
  return rows.map(({ id, company_id }) => ({ name: scrapeTask, id, companyId: company_id }))
}

export async function forgetOldScrapes(db: Db, pace?: StepPace): Promise<void> {
  const isOld = sql<boolean>`one.finished_at < now() - make_interval(days => ${keptDays})`
  const leaving = { table: 'research_scrapes', by: { column: 'finished_at', type: 'timestamptz' }, isOld } as const
  await deleteInSteps(everyCompany(db), leaving, pace)
}
