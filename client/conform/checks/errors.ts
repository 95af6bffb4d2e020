import type { Check } from '../check.ts'
import { exactly, fields, text } from '../shape.ts'

const older = (code: string) => fields({ error: fields({ code: exactly(code), message: text, doc_url: text }) })

export const errors: Check[] = [
  {
    name: 'what is malformed is 400, and stores nothing',
    async run(trial) {
      for (const body of ['{', '[1,', 'ads=1'])
        await trial.ask('/v1/launch', 400, { method: 'POST', raw: { type: 'application/json', body } })
      await trial.post('/v1/launch', {}, 400)
      await trial.post('/v1/launch', { ads: 'all of them' }, 400)
      await trial.post('/v1/manage/duplicate-adset', { accountId: trial.at.account }, 400)
    },
  },
  {
    name: 'what matches nothing is 404',
    async run(trial) {
      await trial.ask('/v1/batch-status/999999999', 404)
      await trial.post('/v1/launch/from-draft', { batchId: 999_999_999 }, 404)
      await trial.ask('/v1/there-is-no-such-thing', 404)
    },
  },
  {
    name: 'the older surface says bad_request and not_found in its own envelope',
    async run(trial) {
      const wrong = await trial.ask('/api/ad-copy-templates', 400, { query: { pageSize: 101 } })
      trial.fits(wrong.body, older('bad_request'))
      const missing = await trial.ask('/api/there-is-no-such-thing', 404)
      trial.fits(missing.body, older('not_found'))
    },
  },
]
