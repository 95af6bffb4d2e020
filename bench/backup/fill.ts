import type pg from 'pg'

const perBatch = 5_000

/** So many ads that are launched, in batches as large as they can be, each with the fields of an ordinary ad. */
export async function fillItems(client: pg.Client, items: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM companies ORDER BY id LIMIT 1')
  const ad = {
    ...{
      adName: 'Autumn sale, video one',
      headline: 'Half the price until Sunday',
      message: 'So much for so little. '.repeat(8),
    },
    ...{
      link: 'https://shop.example/autumn?utm_source=flightdeck',
      callToAction: 'SHOP_NOW',
      mediaUrl: 'https://cdn.example/autumn/one.mp4',
    },
  }
  await client.query(
    `WITH made AS (
       INSERT INTO batches (company_id, slug, state, request, total_ads, created_by, finished_at)
       SELECT $1, 'bench-' || n, 'success', '{}', ${perBatch}, 'bench', now() FROM generate_series(1, $2::int) AS n RETURNING id)
     INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_name, ad, state)
     SELECT $1, made.id, n, 'primary', 'act_1000000001', (made.id % 50)::text, 'Autumn ' || n, $3::jsonb, 'launched'
     FROM made, generate_series(0, ${perBatch - 1}) AS n`,
    [rows[0]!.id, Math.ceil(items / perBatch), JSON.stringify(ad)],
  )
  await client.query('ANALYZE batch_items')
}
