import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { fieldsAt } from '../../../src/call/operation.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const fixture = await demoFixture(app)
const account = fixture.accounts[0]!.id
const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

interface Refusal {
  error?: { details?: { code?: string } }
}

/** What the research tool itself refuses is 502, with the tool's own code. */
function isToolsRefusal(status: number, { error }: Refusal): boolean {
  return status === 502 && ['BAD_REQUEST', 'NOT_FOUND'].includes(error?.details?.code ?? '')
}

test('no query takes a word that every object knows for one of its own', async () => {
  for (const operation of operations.filter(({ rest }) => rest.method === 'GET' && !rest.path.includes('{'))) {
    for (const name of fieldsAt(operation, 'query')) {
      for (const word of words) {
        const needed = new URLSearchParams({
          accountId: account,
          startDate: '2026-01-01',
          endDate: '2026-01-02',
          [name]: word,
        })
        const { status, body } = await app.call<Refusal>('GET', `${operation.rest.path}?${needed.toString()}`)
        const isFine = status < 500 || status === 501 || isToolsRefusal(status, body)
        assert.ok(isFine, `${operation.rest.path}?${name}=${word} answered ${status}`)
        if (name === 'platform') assert.notEqual(status, 200, `${operation.rest.path}?platform=${word}`)
      }
    }
  }
})

test('no body takes such a word for a platform, a status, a kind of ad or a destination', async () => {
  for (const word of words) {
    const bodies: [string, object][] = [
      [
        '/v1/launch/validate',
        { ads: [{ ...singleAd(app, fixture), adAccountType: word, snapAdType: word, cta: word }] },
      ],
      ['/v1/manage/update-status', { campaignIds: ['1'], newStatus: word }],
      [
        '/v1/manage/create-adset',
        { accountId: account, campaignId: '1', name: 'x', destinationType: word, optimizationGoal: word },
      ],
      ['/v1/drafts', { name: 'x', [word === '__proto__' ? 'proto' : word]: word }],
    ]
    for (const [path, body] of bodies) {
      const { status } = await app.call('POST', path, { body })
      assert.ok(status < 500, `${path} with ${word} answered ${status}`)
    }
  }
})
