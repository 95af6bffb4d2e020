import { AppError, brokenRules } from '../../../errors.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import type { Context } from '../../context.ts'
import { inReach } from '../../reach.ts'
import { judgedDays } from '../judged.ts'

export const maxAdSets = 50

export interface Graduation {
  creativeId: number
  adSetIds: string[]
  name?: string
  again?: boolean
}

/** An ad set into which the creative goes, or went before. */
export interface GraduationSlot {
  platform: string
  account_id: string
  ad_set_id: string
  name: string | null
  is_sandbox: boolean
  round: number
  /** Of the time before, unless that came to nothing. */
  batch_id: number | null
  slug: string | null
  /** What has its place there: the creative, and the post that stands for it. */
  creatives: number[]
}

interface Source {
  post_id: number
  platform: string
  account_id: string
  ad_name: string | null
  post: string
  speaker: string | null
  link: string | null
  cta: string | null
}

export interface PlannedGraduation {
  targets: GraduationSlot[]
  already: { adSetId: string; adBatchId: number; adBatchSlug: string; sandbox: boolean }[]
  /** As a launch takes them. */
  ads: Record<string, unknown>[]
}

type Asking = Pick<Context, 'company' | 'actor'>

/** What has to be launched so that the creative's post stands in these ad sets, once in each. Nothing is written. */
export async function planGraduation(
  { db, platforms }: { db: Db; platforms: Platforms },
  context: Asking,
  { creativeId, adSetIds, name, again = false }: Graduation,
): Promise<PlannedGraduation> {
  if (again && context.actor.kind !== 'user') {
    const text = 'Only a person may send a creative into an ad set again: leave again out.'
    throw new AppError('forbidden', text, { field: 'again' })
  }
  const sources = await findSources(db, context, creativeId)
  const found = await findPlaces(db, context, { creativeId, adSetIds, sources })
  const unknown = adSetIds.filter((id) => !found.some((target) => target.ad_set_id === id))
  if (unknown.length > 0) {
    const message = `are not known: ${unknown.join(', ')}. Ad sets are read every hour; check the ids with GET /v1/adsets`
    throw brokenRules([{ path: 'adSetIds', message }])
  }
  const already = found.filter(({ batch_id: batch }) => batch !== null && !again)
  const targets = found.filter((target) => !already.includes(target))
  const byAccount = Map.groupBy(targets, (target) => `${target.platform} ${target.account_id}`)
  const ads = [...byAccount.values()].map((some) => adFor(platforms, sources, some, name))
  return {
    targets,
    ads,
    already: already.flatMap(({ ad_set_id: adSetId, batch_id: adBatchId, slug: adBatchSlug, is_sandbox: sandbox }) =>
      adBatchId === null || adBatchSlug === null ? [] : [{ adSetId, adBatchId, adBatchSlug, sandbox }],
    ),
  }
}

/** One ad for the ad sets of an account, of the same post. */
function adFor(
  platforms: Platforms,
  sources: Source[],
  targets: GraduationSlot[],
  name?: string,
): Record<string, unknown> {
  const [{ platform, account_id: accountId } = { platform: '', account_id: '' }] = targets
  const source = sourceFor(sources, { platform, account_id: accountId })
  const adOfPost = platforms.driver(platform)?.adOfPost
  if (!adOfPost) {
    const able = platforms.all.filter((driver) => driver.adOfPost).map((driver) => driver.name)
    const text = `On ${platform} no ad shows a post that exists already: launch its files anew.`
    throw new AppError('unsupported_operation', text, { platform, operation: 'graduate', platforms: able })
  }
  if (!source) {
    const message = `no ad on ${platform} shows a post of this creative that is still there`
    throw brokenRules([{ path: 'adSetIds', message }])
  }
  const { post, speaker, ad_name: adName, link, cta } = source
  const words = { ...(link ? { link } : {}), ...(cta ? { cta } : {}) }
  const adSets = targets.map((target) => target.ad_set_id)
  return { adName: name ?? adName ?? post, adAccountId: accountId, adSets, ...words, ...adOfPost({ post, speaker }) }
}

function sourceFor(sources: Source[], { platform, account_id: accountId }: Pick<Source, 'platform' | 'account_id'>) {
  const here = sources.filter((source) => source.platform === platform)
  return here.find((source) => source.account_id === accountId) ?? here[0]
}

/** A post that went there by itself, or for its file, is there: asked for in the one way or in the other. */
async function findPlaces(
  db: Db,
  context: Asking,
  { creativeId, adSetIds, sources }: Pick<Graduation, 'creativeId' | 'adSetIds'> & { sources: Source[] },
): Promise<GraduationSlot[]> {
  const postFor = (place: GraduationSlot) => sourceFor(sources, place)?.post_id
  const first = await findTargets(db, context, [creativeId], adSetIds)
  const posts = first.flatMap((place) => postFor(place) ?? [])
  const found = await findTargets(db, context, [...new Set([creativeId, ...posts])], adSetIds)
  return found.map((place) => ({ ...place, creatives: [...new Set([creativeId, postFor(place) ?? creativeId])] }))
}

/** A launch that came to nothing, or was taken back, does not count. */
async function findTargets(
  db: Db,
  { company }: Asking,
  creativeIds: number[],
  adSetIds: string[],
): Promise<GraduationSlot[]> {
  const { rows } = await sql<GraduationSlot>`
    SELECT account.platform, account.account_id, account.is_sandbox, entity.id AS ad_set_id, entity.name,
      coalesce((SELECT max(round) + 1 FROM creative_graduations AS every WHERE every.company_id = ${company.id}
        AND every.batch_id IS NOT NULL AND every.creative_id = ANY (${creativeIds}) AND (every.platform, every.account_id, every.ad_set_id)
          = (account.platform, account.account_id, entity.id)), 0) AS round,
      before.batch_id, before.slug
    FROM report_entities AS entity JOIN ad_accounts AS account ON account.id = entity.account_key
    LEFT JOIN LATERAL (
      SELECT done.batch_id, batch.slug FROM creative_graduations AS done JOIN batches AS batch ON batch.id = done.batch_id
      JOIN batch_items AS item ON item.batch_id = batch.id AND item.ad_set_id = done.ad_set_id AND item.account_id = done.account_id
      WHERE done.company_id = ${company.id} AND done.creative_id = ANY (${creativeIds}) AND (done.platform, done.account_id, done.ad_set_id)
        = (account.platform, account.account_id, entity.id)
        AND item.state NOT IN ('failed', 'cancelled', 'undone')
      ORDER BY done.round DESC LIMIT 1
    ) AS before ON true
    WHERE entity.company_id = ${company.id} AND entity.level = 'adset' AND entity.id = ANY (${adSetIds}) AND ${inReach(company, 'account')}`.execute(
    db,
  )
  return rows
}

/** The ads that show it now as a post, those that spent most first. */
async function findSources(db: Db, { company }: Asking, creativeId: number): Promise<Source[]> {
  const { rows } = await sql<Source>`
    SELECT post.id AS post_id, account.platform, account.account_id, ad.name AS ad_name, substring(post.key from ' post (.*)$') AS post, shown.speaker,
      launched.link, launched.cta
    FROM ad_creatives AS shown
    JOIN creatives AS post ON post.id = shown.post_id
    JOIN report_entities AS ad ON ad.key = shown.ad_key
    JOIN ad_accounts AS account ON account.id = shown.account_key
    LEFT JOIN LATERAL (SELECT item.ad ->> 'link' AS link, item.ad ->> 'cta' AS cta FROM batch_items AS item
      WHERE item.company_id = ${company.id} AND item.ad_id = ad.id AND item.platform = account.platform LIMIT 1) AS launched ON true
    WHERE shown.company_id = ${company.id} AND ${creativeId} IN (shown.asset_id, shown.post_id) AND shown.before_day = 'infinity'
      AND coalesce(ad.state, '') <> 'deleted' AND ${inReach(company, 'account')}
    ORDER BY (SELECT sum(spend_micros) FROM ad_days WHERE ad_days.account_key = shown.account_key AND ad_days.ad_key = shown.ad_key
      AND day > current_date - ${judgedDays}::int) DESC NULLS LAST, ad.key
    LIMIT 100`.execute(db)
  return rows
}
