export interface Fragment {
  /** The token of a one-time link. */
  link?: string
  /** The token of an invite. */
  invite?: string
  /** Why another way of signing in led back here: a code, from an address that anybody can write. */
  problem?: string
  /** Slugs of the companies that they have to choose from. */
  companies?: string[]
}

/** What stands behind the #, where no server and no log has seen it. It does not stay in the history, used or not. */
export function takeFragment(): Fragment {
  const { hash } = location
  if (hash === '') return {}
  history.replaceState(null, '', location.pathname)
  const token = /^#\/(sign-in|invite)\/([\w-]+)$/.exec(hash)
  if (token) return token[1] === 'invite' ? { invite: token[2] } : { link: token[2] }
  const params = new URLSearchParams(hash.split('?')[1] ?? '')
  const problem = params.get('problem')
  const companies = (params.get('companies') ?? '').split(',').filter((slug) => /^[\w-]+$/.test(slug))
  return { ...(problem ? { problem } : {}), ...(companies.length > 0 ? { companies } : {}) }
}
