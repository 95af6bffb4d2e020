import { openItemStates, openItemsText } from './states.ts'

/** What monitoring asks the journal: a statement each that counts by state, and the states that are shown also when there are none. */
export const journalFigures = {
  items: {
    text: `SELECT state, count(*)::int AS count FROM batch_items WHERE ${openItemsText()} GROUP BY state`,
    states: openItemStates,
  },
  lanes: {
    text: `SELECT CASE WHEN lease_until > clock_timestamp() THEN 'owned' ELSE 'waiting' END AS state, count(*)::int AS count
      FROM lanes WHERE lease_until > clock_timestamp() OR EXISTS (
        SELECT 1 FROM batch_items AS item
        WHERE item.company_id = lanes.company_id AND item.platform = lanes.platform AND item.account_id = lanes.account_id
          AND ${openItemsText('item.state')} AND item.run_after <= clock_timestamp())
      GROUP BY 1`,
    states: ['owned', 'waiting'],
  },
  oldestDue: {
    text: `SELECT extract(epoch FROM clock_timestamp() - min(run_after))::float8 AS seconds FROM batch_items
      WHERE ${openItemsText()} AND state = 'waiting' AND run_after <= clock_timestamp()`,
  },
  oftenTried: { text: 'SELECT platform, writes::float8, tries::float8 FROM often_tried_counts' },
} as const
