import type { CompanyId } from '../../db/company-id.ts'
import { sql } from '../../db/sql.ts'
import { AppError, PlatformError } from '../../errors.ts'
import { openCached, requireAccount } from '../connections/accounts.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import type { AccountDeps } from '../deps.ts'
import type { MediaStorage } from '../media/storage.ts'
import { seenBefore } from '../reach.ts'
import { usefulFor } from './keep.ts'

/** Addresses that platforms sign end, and ads are given other pictures. */
const namedFor = { hours: 20 }

export interface NamedPicture {
  adId: string
  /** Our own id; null: there is no picture, or it could not be read lately. */
  pictureId: number | null
}

type Asking = Pick<Context, 'company'>

type PictureDeps = AccountDeps & { media: Pick<MediaStorage, 'keyOf'> }

/** What ads of an account look like, by ids of our own: its platform is asked for those that were not named lately. */
export async function picturesOfAds(
  deps: PictureDeps,
  context: Asking,
  { accountId, adIds }: { accountId: string; adIds: string[] },
): Promise<NamedPicture[]> {
  const account = await requireAccount(deps, context, accountId)
  const ids = await adsIn(deps, context, account, [...new Set(adIds)])
  const known = await knownPictures(deps, context, account, ids)
  const unnamed = ids.filter((id) => known.get(id)?.is_fresh !== true)
  if (unnamed.length > 0) {
    const named = await askPlatform(deps, context, account, unnamed)
    if (named) await nameAll(deps, context, account, named)
  }
  const found = unnamed.length > 0 ? await knownPictures(deps, context, account, ids) : known
  return adIds.map((adId) => {
    const picture = found.get(adId)
    return { adId, pictureId: picture?.is_there ? picture.id : null }
  })
}

/** Those that are known to be in the account: others may be in one that the caller does not see. */
async function adsIn(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Asking,
  { platform, account_id }: CachedAccount,
  adIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT named.id FROM unnest(${adIds}::text[]) AS named (id)
    WHERE EXISTS (
        SELECT FROM report_entities AS e JOIN ad_accounts AS a ON a.id = e.account_key
        WHERE a.company_id = ${company.id} AND (a.platform, a.account_id) = (${platform}, ${account_id}) AND ${seenBefore}
          AND e.level = 'ad' AND e.id = named.id)
      OR EXISTS (
        SELECT FROM batch_items AS item
        WHERE item.company_id = ${company.id} AND (item.platform, item.account_id, item.ad_id) = (${platform}, ${account_id}, named.id)
          AND ${seenBefore})`.execute(db)
  return rows.map(({ id }) => id)
}

interface CachedPicture {
  id: number
  ad_id: string
  is_fresh: boolean
  is_there: boolean
}

async function knownPictures(
  { db }: AccountDeps,
  { company }: Asking,
  { platform, account_id }: CachedAccount,
  adIds: string[],
): Promise<Map<string, CachedPicture>> {
  const { rows } = await sql<CachedPicture>`
    SELECT p.id, p.ad_id, p.named_at > now() - make_interval(hours => ${namedFor.hours}) AS is_fresh,
      p.address IS NOT NULL AND (p.content IS NOT NULL OR ${usefulFor('p')}) AS is_there
    FROM ad_pictures AS p JOIN ad_accounts AS a ON a.id = p.account_key
    WHERE p.company_id = ${company.id} AND a.company_id = ${company.id} AND a.platform = ${platform}
      AND a.account_id = ${account_id} AND ${seenBefore} AND p.ad_id = ANY (${adIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.ad_id, row]))
}

/** The address of each, null where there is none; null instead of all: the platform cannot be asked now. */
async function askPlatform(
  deps: PictureDeps,
  context: Asking,
  account: CachedAccount,
  adIds: string[],
): Promise<Map<string, string | null> | null> {
  const own = await launchedPictures(deps, context.company.id, account.platform, adIds)
  try {
    const { session, ref } = await openCached(deps, context, account)
    const shown = await session.showAds?.(ref, adIds)
    return new Map(adIds.map((id) => [id, shown?.get(id) ?? own.get(id) ?? null]))
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof AppError)) throw error
    return own.size > 0 ? own : null
  }
}

/** What we launched from our library has a picture also where a platform shows none. An address that a caller gave is not asked. */
async function launchedPictures(
  { db, media }: Pick<PictureDeps, 'db' | 'media'>,
  companyId: CompanyId,
  platform: string,
  adIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ ad_id: string; url: string }>`
    SELECT DISTINCT ON (item.ad_id) item.ad_id, medium ->> 'url' AS url
    FROM batch_items AS item
    CROSS JOIN LATERAL jsonb_array_elements(
      CASE jsonb_typeof(item.ad -> 'media') WHEN 'array' THEN item.ad -> 'media' ELSE '[]' END
    ) WITH ORDINALITY AS media (medium, place)
    WHERE item.company_id = ${companyId} AND item.platform = ${platform} AND item.ad_id = ANY (${adIds}::text[])
      AND ${seenBefore} AND medium ->> 'url' ~* '[.](png|jpe?g|gif|webp)$'
    ORDER BY item.ad_id, item.id DESC, place`.execute(db)
  return new Map(rows.filter(({ url }) => media.keyOf(url) !== null).map(({ ad_id, url }) => [ad_id, url]))
}

/** A picture under another address is another one; what only signs an address stands behind its question mark. */
async function nameAll(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Asking,
  { platform, account_id }: CachedAccount,
  named: Map<string, string | null>,
): Promise<void> {
  await sql`
    INSERT INTO ad_pictures AS kept (company_id, account_key, ad_id, address)
    SELECT ${company.id}, a.id, said.ad_id, said.address
    FROM unnest(${[...named.keys()]}::text[], ${[...named.values()]}::text[]) AS said (ad_id, address)
    JOIN ad_accounts AS a ON a.company_id = ${company.id} AND a.platform = ${platform} AND a.account_id = ${account_id} AND ${seenBefore}
    ORDER BY said.ad_id
    ON CONFLICT (account_key, ad_id) DO UPDATE SET address = excluded.address, named_at = excluded.named_at,
      content = CASE WHEN split_part(kept.address, '?', 1) = split_part(excluded.address, '?', 1) THEN kept.content END,
      read_at = CASE WHEN split_part(kept.address, '?', 1) = split_part(excluded.address, '?', 1) THEN kept.read_at END`.execute(
    db,
  )
}
