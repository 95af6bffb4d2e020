import type { Check } from '../check.ts'
import { exactly, fields, text } from '../shape.ts'

const places = ['/v1/adaccounts', '/v1/reports/query', '/v1/manage/list-ads', '/api/ad-copy-templates']

export const authentication: Check[] = [
  {
    name: 'every endpoint requires a key in the header Authorization',
    async run(trial) {
      for (const place of places) await trial.ask(place, 401, { key: null })
      await trial.ask('/v1/launch', 401, { key: null, method: 'POST', body: {} })
    },
  },
  {
    name: 'a key that nobody knows is 401, also with the prefix of real ones',
    async run(trial) {
      for (const key of ['nobody', `ak_${'0'.repeat(40)}`]) await trial.ask('/v1/adaccounts', 401, { key })
    },
  },
  {
    name: 'a key in the address authenticates nobody',
    async run(trial) {
      await trial.ask('/v1/adaccounts', 401, { key: null, query: { apiKey: 'x', key: 'x', access_token: 'x' } })
    },
  },
  {
    name: 'the older surface says unauthorized in its own envelope',
    async run(trial) {
      const { body } = await trial.ask('/api/ad-copy-templates', 401, { key: null })
      trial.fits(body, fields({ error: fields({ code: exactly('unauthorized'), message: text, doc_url: text }) }))
    },
  },
]
