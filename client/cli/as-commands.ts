/** What the service names by its address, as the command that does it here. */
const commands: [method: string, path: RegExp, command: string][] = [
  ['GET', /^adaccounts$/, 'accounts'],
  ['GET', /^adsets$/, 'adsets --account <id>'],
  ['GET', /^profiles$/, 'profiles --account <id>'],
  ['GET', /^[\w-]+\/identities$/, 'identities --account <id>'],
  ['GET', /^(?!library\/)[\w-]+\/boards$/, 'boards --account <id>'],
  ['GET', /^user$/, 'whoami'],
  ['GET', /^(?:batch-status|batches)\/([^/]+)$/, 'batch show $1'],
  ['POST', /^batches\/([^/]+)\/undo$/, 'batch undo $1'],
  ['GET', /^approvals\/([^/]+)$/, 'approval show $1'],
  ['GET', /^spend-guards(?:\/status)?$/, 'guard status'],
  ['GET', /^reports\/fields$/, 'report --help'],
  ['GET', /^automations\/templates$/, 'rules templates'],
  ['GET', /^automations\/executions(?:\/[^/]+)?$/, 'rules executions'],
  ['GET', /^ends$/, 'ends'],
  ['DELETE', /^ends\/([^/]+)$/, 'ends remove $1'],
  ['GET', /^events$/, 'events'],
  ['POST', /^launch$/, 'launch ads.csv'],
]

const address = /\b(GET|POST|PUT|PATCH|DELETE) \/v1\/([\w{}/-]*[\w}])/g

/** For people: no address of the interface, which they do not call. */
export function asCommands(text: string): string {
  return text
    .replace(address, (_whole, method: string, path: string) => commandFor(method, path))
    .replace(/ failedAds says why\.?/, '')
}

function commandFor(method: string, path: string): string {
  for (const [own, form, command] of commands) {
    const found = own === method && form.exec(path)
    if (found) return `\`flightdeck ${command.replace('$1', /^\{/.test(found[1] ?? '') ? '<id>' : (found[1] ?? ''))}\``
  }
  return 'the reference (`flightdeck docs`)'
}
