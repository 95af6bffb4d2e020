import type pg from 'pg'
import type { ReportEntity } from '../../../../platforms/contract/report.ts'
import type { ReportAccount } from '../types.ts'

/** What the account's ads show now. What an ad showed before keeps its days. */
export async function keepShown(
  client: pg.ClientBase,
  account: Pick<ReportAccount, 'key' | 'companyId' | 'platform'>,
  entities: ReportEntity[],
): Promise<void> {
  const ads = new Map(
    entities.filter(({ level, shows }) => level === 'ad' && shows !== undefined).map((ad) => [ad.id, ad]),
  )
  if (ads.size === 0) return
  const columns = [...ads.values()].map(({ id, shows }) => [id, shows?.asset, shows?.post, shows?.speaker] as const)
  const texts = ([0, 1, 2, 3] as const).map((place) => columns.map((column) => column[place] ?? null))
  const values = [account.companyId, account.key, account.platform, ...texts]
  // First the names, so that the second statement sees them.
  await client.query({ name: 'keep-creatives', text: namesStatement, values })
  await client.query({ name: 'keep-shown', text: shownStatement, values })
}

/** The hashes of the files of an ad that we launched, one for all where there are several; null: we did not, or it had none. */
const launched = `(SELECT CASE count(*) WHEN 1 THEN min(hash) ELSE md5(string_agg(hash, ',' ORDER BY hash)) END
  FROM batch_items AS item
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(item.ad -> 'media') WHEN 'array' THEN item.ad -> 'media' ELSE '[]' END) AS medium
  CROSS JOIN LATERAL (SELECT coalesce(
    substring(medium ->> 'url' from '[0-9a-f]{64}(?=-[0-9a-f]{12}[.])'),
    (SELECT facts ->> 'sha256' FROM batch_media AS fetched WHERE fetched.batch_id = item.batch_id AND fetched.url = medium ->> 'url')
  ) AS hash) AS file
  WHERE item.company_id = $1 AND item.ad_id = said.id AND item.platform = $3
    AND coalesce(item.ad ->> 'scalePostId', '') <> 'true' AND coalesce(item.ad ->> 'sparkPostId', item.ad ->> 'postId') IS NULL)`

/** What the platform called the file that an ad showed first: what we launched is that one, whatever the ad shows since. */
const first = `(SELECT before.platform_asset FROM ad_creatives AS before JOIN report_entities AS ad ON ad.key = before.ad_key
  WHERE ad.account_key = $2 AND ad.level = 'ad' AND ad.id = said.id AND before.platform_asset IS NOT NULL
  ORDER BY before.from_day LIMIT 1)`

/**
 * The file by its content where an ad of ours showed it under the same name (the oldest such ad, should another file have got the name
 * since), otherwise as the platform calls it, its post, or itself.
 */
const keyed = `
  said AS (
    SELECT id, post, speaker, $3 || ' ' || asset AS platform_asset
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[]) AS said (id, asset, post, speaker)),
  named AS (
    SELECT said.id, said.speaker, said.platform_asset, $3 || ' post ' || said.post AS post_key,
      CASE WHEN coalesce(${first} = said.platform_asset, true) THEN 'file ' || ${launched} END AS own_key
    FROM said
  ),
  contents AS (
    SELECT DISTINCT ON (other.platform_asset) other.platform_asset, creatives.key
    FROM ad_creatives AS other JOIN creatives ON creatives.id = other.asset_id
    WHERE other.company_id = $1 AND other.platform_asset IN (SELECT platform_asset FROM named WHERE own_key IS NULL)
      AND creatives.key LIKE 'file %'
    ORDER BY other.platform_asset, other.ad_key, other.from_day
  ),
  keyed AS (
    SELECT named.*, coalesce(own_key, contents.key, named.platform_asset, post_key, $3 || ' ad ' || named.id) AS asset_key
    FROM named LEFT JOIN contents ON own_key IS NULL AND contents.platform_asset = named.platform_asset
  )`

const namesStatement = `
  WITH ${keyed},
  wanted AS (SELECT 'asset' AS kind, asset_key AS key FROM keyed UNION SELECT 'post', post_key FROM keyed WHERE post_key IS NOT NULL)
  INSERT INTO creatives (company_id, kind, key)
  SELECT $1, kind, key FROM wanted
  WHERE $2::bigint IS NOT NULL AND NOT EXISTS (
    SELECT FROM creatives WHERE company_id = $1 AND (creatives.kind, creatives.key) = (wanted.kind, wanted.key))
  ORDER BY kind, key
  ON CONFLICT (company_id, kind, key) DO NOTHING`

/** A better name of the same file takes the place of the worse; another file or post begins today. */
const shownStatement = `
  WITH ${keyed},
  now AS (
    SELECT ad.key AS ad_key, asset.id AS asset_id, post.id AS post_id, keyed.platform_asset, keyed.speaker,
      before.ad_key IS NOT NULL AS is_known, before.from_day, (before.asset_id, before.post_id, before.speaker, before.platform_asset) AS shown,
      before.platform_asset IS NOT DISTINCT FROM keyed.platform_asset AND before.post_id IS NOT DISTINCT FROM post.id AS is_same
    FROM keyed
    JOIN report_entities AS ad ON ad.account_key = $2 AND ad.level = 'ad' AND ad.id = keyed.id
    JOIN creatives AS asset ON asset.company_id = $1 AND asset.kind = 'asset' AND asset.key = keyed.asset_key
    LEFT JOIN creatives AS post ON post.company_id = $1 AND post.kind = 'post' AND post.key = keyed.post_key
    LEFT JOIN ad_creatives AS before ON before.ad_key = ad.key AND before.before_day = 'infinity'
  ),
  corrected AS (
    UPDATE ad_creatives AS kept SET asset_id = now.asset_id, speaker = now.speaker, post_id = now.post_id, platform_asset = now.platform_asset
    FROM now WHERE kept.ad_key = now.ad_key AND kept.from_day = now.from_day AND (is_same OR kept.from_day = current_date)
      AND shown IS DISTINCT FROM (now.asset_id, now.post_id, now.speaker, now.platform_asset)
  ),
  ended AS (
    UPDATE ad_creatives AS kept SET before_day = current_date
    FROM now WHERE kept.ad_key = now.ad_key AND kept.from_day = now.from_day AND NOT is_same AND kept.from_day < current_date
  )
  INSERT INTO ad_creatives (company_id, account_key, ad_key, asset_id, post_id, platform_asset, speaker, from_day)
  SELECT $1, $2, ad_key, asset_id, post_id, platform_asset, speaker, CASE WHEN is_known THEN current_date ELSE '-infinity' END
  FROM now WHERE NOT is_known OR (NOT is_same AND from_day < current_date)
  ON CONFLICT (ad_key, from_day) DO NOTHING`
