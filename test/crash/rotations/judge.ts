import { z } from 'zod'
import { sql } from 'kysely'
import { required } from '../../../src/lookup.ts'
import { tally } from '../batch.ts'
import type { Status } from '../batch.ts'
import type { Stage } from '../stage.ts'
import type { Planned } from './plan.ts'
import { fixtures } from './plan.ts'

/** What there is to see of a connection's tokens, at one moment. */
export interface Seen {
  /** How often a token was stored since its renewals are counted. */
  stored: number
  state: string
  reason: string | null
  notes: number
}

/** From now on what is stored is counted. */
export function countStored(stage: Stage): Promise<void> {
  return stage.withDatabase(async (db) => {
    await sql`DROP TABLE IF EXISTS crash_stored; CREATE TABLE crash_stored (connection_id bigint)`.execute(db)
    await sql`CREATE OR REPLACE FUNCTION crash_stored() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO crash_stored VALUES (NEW.id); RETURN NULL; END $$`.execute(db)
    await sql`CREATE OR REPLACE TRIGGER crash_stored AFTER UPDATE ON connections FOR EACH ROW WHEN
      ((OLD.sealed_credentials, OLD.sealed_token) IS DISTINCT FROM (NEW.sealed_credentials, NEW.sealed_token))
      EXECUTE FUNCTION crash_stored()`.execute(db)
  })
}

export function look(stage: Stage, connectionId: number): Promise<Seen> {
  return stage.withDatabase(async (db) => {
    const { rows } = await sql<Seen>`
      SELECT state, state_reason AS reason,
        (SELECT count(*)::int FROM crash_stored WHERE connection_id = connections.id) AS stored,
        (SELECT count(*)::int FROM connection_renewals WHERE connection_id = connections.id) AS notes
      FROM connections WHERE id = ${connectionId}`.execute(db)
    return required(rows[0], 'connection')
  })
}

/** How the platform answered those who asked for a token. */
export async function renewalsOf(stage: Stage, platform: string): Promise<{ given: number; refused: number }> {
  const { sandbox, tokenPath } = fixtures[platform]!
  const { calls } = await stage.control<{ calls: { path: string; status: number }[] }>(
    'GET',
    `calls?platform=${sandbox}`,
  )
  const asked = calls.filter(({ path }) => new RegExp(tokenPath).test(path))
  const given = asked.filter(({ status }) => status === 200).length
  return { given, refused: asked.length - given }
}

const Told = z.object({ data: z.array(z.object({ type: z.string() })) })

/** How often it was told that the connection is broken. */
async function timesTold(stage: Stage): Promise<number> {
  return Told.parse(await stage.api('GET', '/v1/events?type=connection.broken')).data.length
}

export interface Settled {
  status: Status
  isOver: boolean
  /** Ads that wait for the connection. */
  waiting: number
}

/** A process that is refused looks again so much later at the soonest. */
const looksApartMs = 30_000
/** The API and the worker. */
const processes = 2

/** What came of a kill until nothing goes on by itself. */
export interface Witness {
  planned: Planned
  /** How long that took. */
  ms: number
  /** When nothing went on. */
  last: Seen
  renewals: { given: number; refused: number }
  settled: Settled
}

/** Whether the platform gave a token that nobody kept. */
export function wasLost({ last, renewals }: Witness): boolean {
  return renewals.given > last.stored
}

/** Everything that is not as it was promised, before anybody connects again. */
export async function faultsBefore(stage: Stage, witness: Witness): Promise<string[]> {
  const { planned, ms, last, renewals, settled } = witness
  const refusedAtMost = processes * Math.ceil(ms / looksApartMs)
  const isDead = wasLost(witness) && planned.old === 'dies'
  const isBroken = isDead && planned.cause === 'refused'
  const expected = isBroken ? 'broken' : isDead ? 'expiring' : 'ok'
  const { failedAds, successfulAds, totalAds } = settled.status
  const facts: [boolean, string][] = [
    [
      last.state === expected,
      `the connection is ${last.state}, and should be ${expected} (${renewals.given} given, ${last.stored} stored)`,
    ],
    [
      !isBroken || /lost on the way/.test(last.reason ?? ''),
      `it is broken, and nobody is told why: ${last.reason ?? ''}`,
    ],
    [failedAds.length === 0, `${failedAds.length} ads failed: ${failedAds[0]?.message ?? ''}`],
    [(await timesTold(stage)) === (isBroken ? 1 : 0), `told ${await timesTold(stage)} times that it is broken`],
    [
      renewals.refused > 0 === isDead && renewals.refused <= refusedAtMost,
      `the platform refused ${renewals.refused} renewals in ${Math.round(ms)} ms`,
    ],
    [last.notes === 0, 'the note of the attempt was left'],
    [!(wasLost(witness) && planned.moment === 'at-use'), 'a token was used that was not stored'],
    [settled.isOver !== isBroken, settled.isOver ? 'the batch ended without its connection' : 'the batch did not end'],
    [
      settled.isOver || settled.waiting + successfulAds === totalAds,
      `${settled.waiting} of ${totalAds - successfulAds} ads wait for the connection`,
    ],
  ]
  return facts.flatMap(([isSo, fault]) => (isSo ? [] : [fault]))
}

/** And at the end, counted on the platform. */
export async function faultsAfter(stage: Stage, name: string, status: Status, last: Seen): Promise<string[]> {
  const { asked, found, doubled, lost, reportedFailed } = await tally(stage, name, status)
  const isWhole = found === asked && doubled + lost + reportedFailed === 0
  const counts = `asked ${asked}, found ${found}, doubled ${doubled}, lost ${lost}, reported failed ${reportedFailed}`
  return [
    ...(isWhole ? [] : [counts]),
    ...(last.state === 'broken' ? ['connected again, and still broken'] : []),
    ...(last.notes === 0 ? [] : ['a note was left at the end']),
  ]
}
