import type { Plant } from '../support/plant.ts'

/** One at a time; the simulation must find each. A text that is no longer there is a failure: then the plant is to be made anew. */
export const plants: Plant[] = [
  {
    name: 'the fence is left out where a turn is written down',
    file: 'core/journal/turn/parts.ts',
    find: 'WHERE lanes.fence = lease.fence AND lanes.lease_until > clock_timestamp() FOR SHARE OF lanes',
    replace: 'WHERE lanes.lease_until > clock_timestamp() FOR SHARE OF lanes',
  },
  {
    name: 'a takeover does not raise the fence',
    file: 'core/journal/lane/lanes.ts',
    find: 'UPDATE lanes SET fence = fence + 1, owner',
    replace: 'UPDATE lanes SET fence = fence, owner',
  },
  {
    name: 'a lane is taken before its lease is over',
    file: 'core/journal/lane/lanes.ts',
    find: '? sql`lease_until < clock_timestamp()`',
    replace: "? sql`lease_until < clock_timestamp() + interval '7 seconds'`",
  },
  {
    name: 'a lane is taken from an owner that lives',
    file: 'core/journal/lane/lanes.ts',
    find: 'sql`life NOT IN (SELECT living_processes())`',
    replace: 'sql`life IS NOT NULL`',
  },
  {
    name: 'a lease that is too long',
    file: 'core/journal/lane/lanes.ts',
    find: 'export const leaseSeconds = 9',
    replace: 'export const leaseSeconds = 90',
  },
  {
    name: 'whoever lost the lane still ends its items',
    file: 'core/journal/lane/lanes.ts',
    find: 'if (!(await isHeld(trx, lease))) throw new LaneLost()\n',
    replace: '',
  },
  {
    name: 'whoever lost the lane still closes writes',
    file: 'core/journal/intents.ts',
    find: '(writer.fence === 0 ? sql`true` : sql`EXISTS (${laneHeld(writer)})`)',
    replace: '(writer.fence < 0 ? sql`EXISTS (${laneHeld(writer as LaneLease)})` : sql`true`)',
  },
  {
    name: 'an open intent is sent again without a look',
    file: 'core/journal/write/moves.ts',
    find: "{ from: 'open', event: 'asked', to: 'open', then: 'look'",
    replace: "{ from: 'open', event: 'asked', to: 'open', then: 'send'",
  },
  {
    name: 'a lookup is skipped',
    file: 'core/writes/make-once.ts',
    find: 'const found = await maker.look(intent)',
    replace: "const found = 'absent' as Found",
  },
  {
    name: 'what is not found at once does not exist',
    file: 'core/writes/decide.ts',
    find: "if (seen === 'absent' && isCertain) return",
    replace: "if (seen === 'absent') return",
  },
  {
    name: 'the life of a request is left out of what is waited for',
    file: 'core/launch/engine/run-item.ts',
    find: 'sendWindowMs + requestLifeMs + readLagMs',
    replace: 'sendWindowMs + readLagMs',
  },
  {
    name: 'the lag of reads is left out of what is waited for',
    file: 'core/launch/engine/run-item.ts',
    find: 'sendWindowMs + requestLifeMs + readLagMs',
    replace: 'sendWindowMs + requestLifeMs',
  },
  {
    name: 'a request without an answer counts as answered',
    file: 'core/writes/decide.ts',
    find: "return error instanceof PlatformError && typeof error.failure.code === 'number'",
    replace: 'return error instanceof PlatformError',
  },
  {
    name: 'a bad answer is taken for one that shows at once what it made',
    file: 'core/journal/write/entry.ts',
    find: 'isAnswered ? readLagMs : null',
    replace: 'isAnswered ? 0 * readLagMs : null',
  },
  {
    name: 'a lost answer is taken for a refusal',
    file: 'core/writes/decide.ts',
    find: "unknown: 'lost'",
    replace: "unknown: 'refused'",
  },
  {
    name: 'a write leaves however late it is',
    file: 'platforms/kit/time/deadline.ts',
    find: 'isOver: () => performance.now() > monotonic || Date.now() > wall',
    replace: 'isOver: () => monotonic + wall < 0',
  },
  {
    name: 'the time to leave is counted from after the intent',
    file: 'core/launch/engine/lane-write.ts',
    find: "if (standing.state === 'may-send') return departs(standing.intent, place)",
    replace:
      "if (standing.state === 'may-send') return departs(standing.intent, { ...place, sendBefore: deadlineIn(sendWindowMs) })",
  },
  {
    name: 'a key that is another one for every owner',
    file: 'core/journal/turn/values.ts',
    find: "key: ['text', ({ step }) => step.key],",
    replace: "key: ['text', ({ step, lease }) => (step.key += `+${lease.fence}`)],",
  },
  {
    name: 'an ad is called failed while its write is open',
    file: 'core/launch/engine/run-item.ts',
    find: 'return isFailed(verdict) && (await entry.hasOpenAd(givenUpIn(reason))) ? whileAdMayExist(verdict, row.tries) : verdict',
    replace: 'return verdict',
  },
  {
    name: 'a cancel stops an ad that was sent',
    file: 'core/journal/item-ends.ts',
    find: "AND journal.kind = 'ad' AND journal.state IN ('open', 'done')",
    replace: "AND journal.kind = 'ad' AND journal.state IN ('done')",
  },
  {
    name: 'a turn does not wait for a cancel',
    file: 'core/journal/turn/parts.ts',
    find: '  ORDER BY id FOR NO KEY UPDATE`\n\n/** Items that are taken up',
    replace: '  ORDER BY id`\n\n/** Items that are taken up',
  },
  {
    name: 'ads that look alike take each other for their own',
    file: 'core/journal/intents.ts',
    find: "AND kind = 'ad' AND state = 'open' LIMIT 1`.execute(\n    db,\n  )",
    replace: "AND kind = 'ad' AND state = 'open' AND false LIMIT 1`.execute(\n    db,\n  )",
  },
  {
    name: 'the life of a request is left out of what a caller waits for',
    file: 'core/writes/caller-write.ts',
    find: 'const lifeMs = windowMs + life.requestLifeMs + life.readLagMs',
    replace: 'const lifeMs = windowMs + life.readLagMs',
  },
  {
    name: 'an attempt that is not the last one counts',
    file: 'core/journal/intents.ts',
    find: "sql`id = ${id} AND attempt = ${attempt} AND state = 'open'`",
    replace: "sql`id = ${id} AND ${attempt} > 0 AND state = 'open'`",
  },
  {
    name: 'an ad waits and does not say for what',
    file: 'core/launch/engine/run-item.ts',
    find: "const lookup = { state: 'unsure', reason: 'lookup' } as const",
    replace: "const lookup = { state: 'unsure' } as { state: 'unsure'; reason: 'lookup' }",
  },
  {
    name: 'events are written down without their batch being locked',
    file: 'core/journal/events.ts',
    find: 'FROM (SELECT id FROM batches WHERE id = ${of.batchId} FOR NO KEY UPDATE) AS locked`',
    replace: 'FROM (SELECT id FROM batches WHERE id = ${of.batchId}) AS locked`',
  },
  {
    name: 'an item that has just ended is taken up as it was read before',
    file: 'core/launch/engine/run-lane.ts',
    find: 'due.push(...rows.filter((row) => !before.has(row.id)))',
    replace: 'due.push(...rows.filter((row) => !running.has(row.id)))',
  },
  {
    name: 'an account that fails takes ads with it that may exist',
    file: 'core/journal/lane/journal.ts',
    find: "SELECT 1 FROM journal WHERE item_id = item.id AND kind = 'ad' AND journal.state IN ('open', 'done'))",
    replace: "SELECT 1 FROM journal WHERE item_id = item.id AND kind = 'ad' AND journal.state IN ('done'))",
  },
  {
    name: 'a direct write that was answered badly is sent again before reads can show it',
    file: 'core/journal/caller-entry.ts',
    find: 'isAnswered ? write.readLagMs : null',
    replace: 'isAnswered ? 0 * write.readLagMs : null',
  },
  {
    name: 'a look that fails is told as the failure of the write',
    file: 'core/writes/caller-write.ts',
    find: "if (error instanceof PlatformError && error.kind !== 'unknown') return 'unclear'\n",
    replace: "if (error === null && error instanceof PlatformError) return 'unclear'\n",
  },
  {
    name: 'what is said to a repeat is taken for what became of the first',
    file: 'core/writes/decide.ts',
    find: "const event = isNo && isRepeat ? 'doubtful' : facts.event",
    replace: "const event = isNo && isRepeat && sends < 0 ? 'doubtful' : facts.event",
  },
  {
    name: 'a cancel is told after the end',
    file: 'core/launch/batch/cancel.ts',
    find: 'if (outcome.cancelled + outcome.stillRunning === 0) {',
    replace: 'if (outcome.cancelled + outcome.stillRunning < 0) {',
  },
  {
    name: 'a write whose answer is lost is repeated without end',
    file: 'core/writes/patience.ts',
    find: 'maxLost: 8,',
    replace: 'maxLost: 800,',
  },
  {
    name: 'what appears late is not told',
    file: 'core/launch/engine/late-look.ts',
    find: "await noteSecondAd(db, { id, companyId, batchId }, found.found.id, 'late')",
    replace: '',
  },
  {
    name: 'a renewed token is used before it is stored',
    file: 'core/connections/renewal/renew.ts',
    find: 'return await store(seal, trx, platform, { found, fresh: await ask(found.credentials) })',
    replace: `const fresh = await ask(found.credentials)
    setTimeout(() => void db.transaction().execute((later) => store(seal, later, platform, { found, fresh })).catch(() => undefined), 50)
    return { ...fresh, sealed: found.row.sealed_credentials }`,
  },
  {
    name: 'two processes renew at once',
    file: 'core/connections/renewal/renew.ts',
    find: '.forNoKeyUpdate()\n    .executeTakeFirst()\n  if (!row) {',
    replace: '.executeTakeFirst()\n  if (!row) {',
  },
  {
    name: 'an answer to a renewal that was lost breaks the connection',
    file: 'core/connections/renewal/renew.ts',
    find: 'if (error.retryable) {',
    replace: "if (error.retryable && error.kind !== 'unknown') {",
  },
  {
    name: 'a renewal leaves no note',
    file: 'core/connections/renewal/renew.ts',
    find: 'await noteAttempt(db, row)\n',
    replace: '',
  },
  {
    name: 'a connection that is broken is told to break once more',
    file: 'core/connections/state/record.ts',
    find: "const isNewlyBroken = state === 'broken' && old.state !== 'broken'",
    replace: "const isNewlyBroken = state === 'broken'",
  },
  {
    name: 'ads fail when their connection breaks',
    file: 'core/launch/engine/run-item.ts',
    find: 'const waits = isAboutConnection(reason) ? untilConnected(await lane.askConnection()) : null',
    replace:
      "const waits = isAboutConnection(reason) ? untilConnected(lane.cut.aborted ? await lane.askConnection() : 'works') : null",
  },
]
