const shape = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?]+)(\/.*|\?.*)?$/i

/** `postgres://me@one:5432,two:5432/db`: the addresses of each server alone; one, where there is no list. */
export function eachHost(url: string): string[] {
  const [, before = '', hosts = '', rest = ''] = shape.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + rest) : [url]
}
