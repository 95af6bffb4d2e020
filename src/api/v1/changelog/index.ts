import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { addChangelogEntry, listChangelog } from '../../../core/changelog/changelog.ts'
import { proposeEntries } from '../../../core/changelog/proposals.ts'
import { words } from '../../../core/media/library-text.ts'
import { notFound } from '../../../errors.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { ChangelogEntry, changelogFields, ChangelogProposal, section } from './changelog-view.ts'

export const changelog = operation({
  name: 'list_changelog',
  rest: { method: 'GET', path: '/v1/changelog' },
  section,
  summary: "Release notes of the company's own ad operations, newest first.",
  description:
    'With include=proposals also what could be written: the changes in the audit log that no entry tells of yet, by day and kind of change.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    tag: words(50).optional().meta({ description: 'Only entries with this tag.' }),
    include: z.literal('proposals').optional().meta({ description: 'proposals: also what could be written.' }),
    ...pageFields(200, 50),
  }),
  example: { include: 'proposals' },
  reply: pageOf(ChangelogEntry).extend({
    proposals: z
      .array(ChangelogProposal)
      .optional()
      .meta({ description: 'Entries that could be written, where they were asked for.' }),
  }),
  async handle(deps, call, { tag, include, ...paged }) {
    const window = windowOf(paged)
    const { entries, total } = await listChangelog(deps, call, { tag, ...window })
    const proposals = include ? { proposals: await proposeEntries(deps, call) } : {}
    return { ...pageWith(entries, window, total), ...proposals }
  },
})

export const addToChangelog = operation({
  name: 'create_changelog_entry',
  rest: { method: 'POST', path: '/v1/changelog', status: 201 },
  section,
  summary: 'Write an entry of the changelog.',
  scope: 'manage',
  effect: 'changes',
  input: z.object({
    title: changelogFields.title,
    body: changelogFields.body.default(''),
    tags: changelogFields.tags.default([]),
    date: changelogFields.date.optional().meta({ description: 'The day that it is about. Left out: today (UTC).' }),
    auditEntries: changelogFields.auditEntries.default([]),
  }),
  example: { title: 'Spring sale is live', body: 'Twelve ads in three ad sets.', tags: ['spring'] },
  reply: ChangelogEntry,
  async handle(deps, call, { date = call.now.toISOString().slice(0, 10), ...fields }) {
    return deps.db.transaction().execute(async (trx) => {
      const entry = await addChangelogEntry({ db: trx }, call, { date, ...fields })
      await call.keepAnswer(trx, entry)
      return entry
    })
  },
})

export const latestChangelogEntry = operation({
  name: 'get_latest_changelog_entry',
  rest: { method: 'GET', path: '/v1/changelog/latest' },
  section,
  summary: 'The newest entry of the changelog.',
  scope: 'read',
  effect: 'reads',
  example: {},
  reply: ChangelogEntry,
  async handle(deps, call) {
    const { entries } = await listChangelog(deps, call, { offset: 0, limit: 1 })
    if (!entries[0]) throw notFound('changelog entry', 'yet')
    return entries[0]
  },
})
