import assert from 'node:assert/strict'
import { test } from 'node:test'
import { protectionDefaults as serviceDefaults } from '../../src/core/automations/rule/limits.ts'
import { fillTemplate, listTemplates } from '../../src/core/automations/templates/templates.ts'
import { withValue } from '../../web/src/pages/automations/builder/draft.ts'
import type { Draft } from '../../web/src/pages/automations/builder/draft.ts'
import { filled } from '../../web/src/pages/automations/builder/fill-template.ts'
import { protectionDefaults } from '../../web/src/pages/automations/builder/protections.ts'
import { readDraft } from '../../web/src/pages/automations/builder/shape.ts'
import { cronWords } from '../../web/src/pages/automations/words/cron.ts'
import { sentenceOf } from '../../web/src/pages/automations/words/sentence.ts'

test('the defaults that the builder shows are those of the service', () => {
  assert.deepEqual(protectionDefaults, serviceDefaults)
})

test('a ready-made rule is filled as the service fills it, and every one can be shown and said', async () => {
  for (const template of await listTemplates()) {
    const values = Object.fromEntries(template.parameters.map((each) => [each.name, each.default]))
    const rule = filled(template.rule, values)
    assert.deepEqual(rule, fillTemplate(template, {}), template.id)
    assert.deepEqual(readDraft(JSON.stringify(rule)), { draft: rule }, template.id)
    assert.doesNotMatch(sentenceOf(rule), /…|undefined|\{\{/, template.id)
  }
})

test('a rule is read back in words', () => {
  const rule: Draft = {
    mode: 'act',
    scope: { level: 'adset', accountIds: ['1', '2'], filter: { status: ['active'], nameContains: 'US' } },
    cases: [
      {
        when: {
          all: [
            { metric: 'roas', window: 'last_7_days', operator: '>=', compareTo: { siblings: true, factor: 1.5 } },
            { any: [{ field: 'ageDays', operator: 'gt', value: 3 }, { field: 'learningPhase', operator: 'in', value: ['learned'] }] },
          ],
        },
        then: [{ action: 'changeBudget', percent: 15, max: 500 }, { action: 'notify', message: 'Raised.' }],
      },
      {
        when: { metric: 'cpa', window: 'last_3_days', operator: 'gt', compareTo: { window: { days: 7, endingDaysAgo: 7 }, factor: 2 } },
        then: [{ action: 'pause' }],
      },
    ],
    schedule: { cron: '0 6 * * 1-5', timeZone: 'Europe/Berlin' },
  } // prettier-ignore
  assert.equal(
    sentenceOf(rule),
    'At 06:00, on weekdays (Europe/Berlin), for each active ad set whose name contains “US” in 2 accounts: ' +
      'when ROAS in the last 7 days is at least 1.5 times the average of its siblings and (its age in days is above 3 or its learning phase is one of “learned”), ' +
      'it will raise its budget by 15 % (at most 500), then say “Raised.”; ' +
      'otherwise, when CPA in the last 3 days is above 2 times what it was in the 7 days that ended 7 days ago, it will pause it.',
  )
})

test('cron lines in words', () => {
  const said: Record<string, string | null> = {
    '0 6 * * *': 'at 06:00, every day',
    '30 0,12 * * *': 'at 00:30 and 12:30, every day',
    '*/15 * * * *': 'every 15 minutes, every day',
    '5 * * * *': 'every hour at minute 05, every day',
    '*/30 9-17 * * mon-fri': 'every 30 minutes from 09:00 to 17:59, on weekdays',
    '0 8 1 * *': 'at 08:00, on day 1 of the month',
    '0 8 * 1,7 sun,6': 'at 08:00, at weekends in January and July',
    '0 0 * * 7': 'at 00:00, on Sunday',
    '61 0 * * *': null,
    '0 6 * *': null,
    hello: null,
  }
  for (const [line, words] of Object.entries(said)) assert.equal(cronWords(line), words, line)
})

test('what stands in the JSON panel is taken as far as the builder can show it', () => {
  assert.match((readDraft('{') as { problem: string }).problem, /^This is no JSON/)
  for (const [text, problem] of [
    ['[]', 'A rule is an object, in braces.'],
    ['{"scope":1}', 'scope must be an object.'],
    ['{"when":{"all":[{"any":[3]}]}}', 'when.all.0.any.0 must be an object.'],
    ['{"cases":[{"then":{}}]}', 'cases.0.then must be a list of objects.'],
    ['{"scope":{"filter":{"labels":"a"}}}', 'scope.filter.labels must be a list.'],
  ]) {
    assert.deepEqual(readDraft(text!), { problem }, text)
  }
})

test('a value is written at the path that the service names', () => {
  const rule: Draft = { when: { all: [{ metric: 'spend', value: 1 }] } }
  assert.deepEqual(withValue(rule, 'when.all.0.value', 2), { when: { all: [{ metric: 'spend', value: 2 }] } })
  assert.deepEqual(withValue(rule, 'when.all.0.value', undefined), { when: { all: [{ metric: 'spend' }] } })
  assert.deepEqual(withValue(rule, 'protections.minSpend', 5), { ...rule, protections: { minSpend: 5 } })
})
