/**
 * What takes long and says again, on further platforms, in further browsers or with real processes, what shorter files say already:
 * `npm run test:long` runs these, `npm test` all others. Beginnings of paths, by why they are long.
 */
export const longHalf: Record<string, string[]> = {
  'a browser, page after page': [
    ...[
      'approvals',
      'assistants',
      'automations',
      'base-path',
      'batches',
      'building',
      'campaigns',
      'dialogs',
      'ends',
      'guards',
      'launch',
      'launch-drafts',
    ].map(onPage),
    ...['connect', 'connect-platforms', 'sheet', 'searches', 'making', 'kept-things', 'sleeping'].map(onPage),
    ...[
      'instance',
      'launch-words',
      'offline',
      'one-person',
      'people',
      'reports',
      'restart',
      'running',
      'running-keys',
      'creatives',
      'fifty-ads',
      'four-states',
      'step-up',
      'walk',
      'walk-german',
    ].map(onPage),
    'test/automations/page',
  ],
  'processes that are started, killed and watched': [
    ...[
      'database-outage',
      'hosts-tls',
      'pooler-batch',
      'install',
      'read-replica',
      'refused-writes',
      'rotate',
      'secret-key',
      'supervised',
      'seen/every-loop',
      'seen/traces-unloaded',
      'service.',
    ].map((name) => `test/service/${name}`),
    ...[
      'test/crash/poison',
      'test/crash/approval',
      'test/crash/graduations',
      'test/crash/folder-removed',
      'test/research/scrape-killed',
      'test/automations/kill',
      'test/automations/workspaces',
    ],
    ...[
      'src/cli/commands/service',
      'src/core/media/killed',
      'test/cli-ads/processes',
      'test/cli-ads/commands',
      'src/main.',
    ],
    ...['test/cli-ads/launch', 'test/client/package', 'sandbox/core/survival'],
    ...['test/backup/restore', 'test/backup/move', 'test/backup/new-major'],
  ],
  'the same promise on each further platform': [
    ...['linkedin', 'pinterest', 'applovin'].map((name) => `test/launch/platforms/${name}-exactly-once`),
    ...['test/launch/platforms/snapchat-faults', 'test/launch/platforms/undo-platforms'],
    'test/launch/validate/same-as-launch',
    ...['tiktok', 'snapchat', 'google-ads', 'pinterest', 'linkedin', 'applovin'].map((name) => `test/wire/${name}/`),
    ...['linkedin.', 'applovin.', 'applovin-limits', 'snapchat.', 'pinterest.', 'tiktok', 'receipts-platforms'].map(
      (name) => `test/launch/platforms/${name}`,
    ),
    ...['tiktok', 'snapchat', 'pinterest', 'applovin', 'google-ads'].map(
      (name) => `src/platforms/${name}/report/report`,
    ),
    ...['google-ads/hostile', 'google-ads/community-client', 'linkedin/hostile', 'tiktok/wire'].map(
      (name) => `sandbox/${name}`,
    ),
    ...['test/ends/ends', 'test/reports/country', 'test/reports/search-terms', 'test/reports/clock-change'],
    ...['test/reports/correctness-platforms', 'test/manage/list-ads-tiktok', 'test/manage/tiktok-'],
    ...['src/api/v1/manage/snapchat', 'src/api/v1/tiktok', 'src/api/v1/applovin/duplicate-campaign'],
    ...['src/api/v1/creatives/graduate-platforms', 'src/platforms/tiktok/client', 'sandbox/applovin/simulator'],
    ...['sandbox/google-ads/query/rows', 'sandbox/meta/creatives/uploads', 'sandbox/meta/creatives/extras'],
    ...['src/platforms/snapchat/launch/upload', 'test/connect/simulators'],
  ],
  'rarer cases of what shorter files promise': [
    ...['proposal', 'smart-plus', 'pause-first', 'outdated'].map((name) => `test/guards/${name}`),
    ...['fights', 'past', 'meets'].map((name) => `test/automations/${name}`),
    ...['daily-look', 'command-line', 'refused-calls'].map((name) => `test/connect/${name}`),
    ...['often-tried', 'own-folders', 'second-ads', 'repeats'].map((name) => `test/launch/engine/${name}`),
    ...['test/companies/quotas', 'test/mcp/sign-in/rights', 'test/mail/log', 'test/service/seen/probes'],
    ...['test/reports/sync', 'test/reports/correctness.', 'src/api/v1/google-ads/google-ads-writes'],
    ...['src/core/creatives/fatigue', 'src/platforms/meta/report/report', 'test/guards/approval-summary'],
    ...['test/connect/lies', 'test/cli-ads/ends', 'test/launch/engine/direct-writes-late', 'test/service/base-path'],
    ...['test/launch/rules/enhancements', 'test/launch/rules/opt-outs', 'test/automations/people'],
    ...['test/client/conform', 'test/client/follow-and-upload', 'src/files/probe/probe.', 'src/call/input/read-json'],
    ...['src/db/embedded/embedded.', 'src/files/store/s3', 'src/files/fetch/receive-url', 'src/api/v1/media/documents'],
    ...['src/core/launch/media/media-cache', 'src/core/research/scrape/read-page', 'test/service/sandbox-process'],
    ...[
      'test/compat/replay',
      'test/connect/reconnect',
      'test/ends/change',
      'test/service/retention',
      'test/mcp/reading',
    ],
    ...['meta/report/insights', 'core/manager/manager', 'core/media/assets', 'core/figures/past-stays'].map(
      (name) => `sandbox/${name}`,
    ),
    ...['disclosure', 'fields-told', 'types', 'warnings'].map((name) => `test/launch/rules/${name}`),
    ...['test/guards/approval-comment', 'src/files/probe/convert-webp'],
    ...['src/api/v1/manage/read/ad-debug-data', 'test/people/operators', 'test/automations/due'],
    ...['src/api/v1/manage/duplicate/duplicate-ad.', 'src/api/v1/manage/duplicate/duplicate-adset'],
  ],
  'very many requests, rows or bytes': [
    ...[
      'test/mcp/sign-in/attacks',
      'test/attack/',
      'test/fuzz/fuzz',
      'test/launch/engine/huge-account',
      'test/launch/engine/direct-writes.',
    ],
    ...[
      'test/promises/requests/hang-up',
      'test/promises/requests/hostile-forms',
      'test/reports/export',
      'test/reports/sums-many',
    ],
    'test/promises/requests/prototype-words',
    'test/simulate/more-days',
    ...['test/money/many-raises', 'test/money/money', 'test/money/found', 'test/fuzz/cost/dearest'],
    ...[
      'test/launch/rules/video',
      'test/launch/rules/webp',
      'src/core/media/s3',
      'src/files/store/receive-large',
      'src/api/upload/largest',
    ],
  ],
  'whole documents, types and trees, built anew': [
    ...['examples', 'generated-types', 'cli-page'].map((name) => `test/promises/documents/${name}`),
    ...['test/promises/check/new', 'test/promises/documents/typed-samples', 'test/promises/documents/client-page'],
    ...['test/promises/linkedin-page', 'test/promises/documents/tasks-page'],
  ],
}

function onPage(name: string): string {
  return `test/web/${name}.`
}

export function isLong(file: string): boolean {
  return Object.values(longHalf).some((parts) => parts.some((part) => file.startsWith(part)))
}
