import type { Attack } from '../attack.ts'
import { strangers } from '../stage.ts'

/** Ids of the demo company's things, asked for by another one; the answer must be that of things that do not exist. */
const batchPaths = [
  '/v1/batches/1',
  '/v1/batch-status/1',
  '/v1/batches/1/receipts',
  '/v1/batches/1/timeline',
  '/v1/drafts/1',
]
const paths = [
  ...['/v1/media/1', '/v1/ad-copy-templates/1', '/v1/automations/1', '/v1/webhooks/1', '/v1/approvals/1'],
  ...['/v1/automations/executions/1', '/v1/changelog/1', '/v1/research/scrape/1'],
]

/** Forms of addresses that lead into the machine or its network. */
const hosts = [
  ...['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f000001', '017700000001'],
  ...['127.1', '169.254.169.254', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '[fd00::1]', '[fe80::1]'],
  ...['localhost.', '127.0.0.1.', '[::]', '0', '224.0.0.1', '255.255.255.255', '[64:ff9b::7f00:1]'],
]

export const tenants: Attack = {
  name: 'tenants',
  about: 'another company tries ids, addresses and names',
  async run(stage, note) {
    const draft = await stage.call('POST', '/v1/drafts', { body: { name: 'Ours' } })
    const id = String(draft.body.id ?? (draft.body.draft as { id?: unknown } | undefined)?.id)
    note('there is a draft of the demo company', /^\d+$/.test(id), draft.body)
    for (const path of [...paths, ...batchPaths.map((each) => each.replace(/\/1(?=\/|$)/, `/${id}`))]) {
      const foreign = await stage.call('GET', path, { key: stage.strangerKey })
      const absent = await stage.call('GET', path.replace(/\/\d+(?=\/|$)/, '/987654321'), { key: stage.strangerKey })
      note(`GET ${path}`, foreign.status === 404 && absent.status === 404, [foreign.status, absent.status])
    }
    for (const host of hosts) {
      const url = `http://${host}:${new URL(stage.url).port}/v1/health`
      const fetched = await stage.call('POST', '/upload/url', { body: { url }, key: stage.strangerKey })
      note(`a file is fetched from ${host}`, fetched.status >= 400 && fetched.status < 500, fetched.status)
      const hook = await stage.call('POST', '/v1/webhooks', { body: { url }, key: stage.strangerKey })
      note(`a webhook goes to ${host}`, hook.status >= 400 && hook.status < 500, hook.status)
    }
    const mallory = await stage.owner(strangers)
    for (const method of ['PATCH', 'DELETE']) {
      const { status } = await mallory.call(method, '/v1/people/1', { body: { role: 'viewer' } })
      note(`${method} of a person elsewhere`, status === 404, status)
    }
  },
}
