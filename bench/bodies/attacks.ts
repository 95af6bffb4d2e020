/** What somebody can send who wants us to work long for little. */
export interface Attack {
  what: string
  path: string
  body: string
  /** Sent by a stranger. */
  isOpen?: true
  headers?: Record<string, string>
}

const fields = (count: number, value = '1') => Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(',')
const times = (count: number, text: string) => Array.from({ length: count }, () => text).join(',')
const tool = (name: string, given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`
const odd = '\\u0000\\ud800'

const openPaths = ['/v1/session', '/v1/session/passkey', '/api/invites/x/accept']

const strangers: Attack[] = openPaths.flatMap((path) => [
  { what: '240,000 unknown fields', path, body: `{${fields(240_000)}}`, isOpen: true as const },
  { what: '6,000 unknown fields in 64 kB', path, body: `{${fields(6_000)}}`, isOpen: true as const },
  { what: 'a text of 15 MB', path, body: `{"token":"${'x'.repeat(15_000_000)}"}`, isOpen: true as const },
  { what: 'odd text of 64 kB', path, body: `{"token":"${odd.repeat(5_000)}"}`, isOpen: true as const },
  { what: '30,000 lists in 64 kB', path, body: `{"token":[${times(20_000, '[]')}]}`, isOpen: true as const },
])

const ad = (more: string) => `{"ads":[{"adName":"x",${more}}]}`
const callers: Attack[] = [
  { what: 'an ad of 240,000 unknown fields', path: '/v1/launch/validate', body: ad(fields(240_000)) },
  { what: 'an ad of 10,000 unknown fields', path: '/v1/launch/validate', body: ad(fields(10_000)) },
  {
    what: '480 ads of 499 unknown fields',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(480, `{${fields(499)}}`)}]}`,
  },
  {
    what: '100,000 ads of one unknown field',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(100_000, '{"x":1}')}]}`,
  },
  {
    what: '10,000 ads of ten unknown fields',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(10_000, `{${fields(10)}}`)}]}`,
  },
  {
    what: '1,000 ads of 200 wrong fields',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(1_000, `{"adName":1,"media":{},"adSets":1,"page":1,"status":1,"primaryTexts":[${times(100, '1')}],"headlines":[${times(100, '1')}]}`)}]}`,
  },
  {
    what: '1,000 ads of 16 MB of text',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(1_000, `{"adName":"x","primaryTexts":["${'ä'.repeat(7_500)}"]}`)}]}`,
  },
  { what: 'a text of 15 MB', path: '/v1/launch/validate', body: `{"ads":[{"adName":"${'x'.repeat(15_000_000)}"}]}` },
  { what: 'odd text of 15 MB', path: '/v1/launch/validate', body: `{"ads":[{"adName":"${odd.repeat(1_250_000)}"}]}` },
  { what: '240,000 odd texts', path: '/v1/launch/validate', body: `{"ads":[${times(240_000, '"\\u0000"')}]}` },
  {
    what: '240,000 long numbers',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(240_000, '12345678901234567890')}]}`,
  },
  { what: '240,000 unknown fields', path: '/v1/manage/create-campaign', body: `{${fields(240_000)}}` },
  {
    what: '240,000 unknown fields under a key',
    path: '/v1/manage/create-campaign',
    body: `{${fields(240_000)}}`,
    headers: { 'idempotency-key': 'a' },
  },
  { what: '240,000 unknown fields', path: '/v1/webhooks', body: `{${fields(240_000)}}` },
  { what: '240,000 empty lists', path: '/v1/webhooks', body: `{"url":[${times(240_000, '[]')}]}` },
  { what: '240,000 ids', path: '/v1/manage/update-status', body: `{"entityIds":[${times(240_000, '"1"')}]}` },
  {
    what: '10,000 wrong ids',
    path: '/v1/manage/update-status',
    body: `{"entityIds":[${times(10_000, '{}')}],"entityType":"ad","newStatus":"PAUSED"}`,
  },
  {
    what: '64 levels, again and again',
    path: '/v1/launch/validate',
    body: `{"ads":[${times(1_500, `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)}]}`,
  },
  { what: '240,000 fields of a rule', path: '/v1/automations', body: `{"name":"x","conditions":{${fields(240_000)}}}` },
  {
    what: '10,000 fields of a targeting',
    path: '/v1/manage/create-adset',
    body: `{"name":"x","targeting":{${fields(10_000)}}}`,
  },
  { what: '240,000 fields to a tool', path: '/mcp', body: tool('who_am_i', `{${fields(240_000)}}`) },
  { what: '10,000 fields to a tool', path: '/mcp', body: tool('who_am_i', `{${fields(10_000)}}`) },
  {
    what: '240,000 fields to another operation',
    path: '/mcp',
    body: tool('use_operation', `{"operation":"list_media","input":{${fields(240_000)}}}`),
  },
  {
    what: '240,000 fields beside a call',
    path: '/mcp',
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${fields(240_000)}}}`,
  },
  { what: '240,000 calls in one', path: '/mcp', body: `[${times(240_000, '1')}]` },
]

export const attacks: Attack[] = [...strangers, ...callers]
