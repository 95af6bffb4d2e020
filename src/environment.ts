/** What is read of the environment besides settings. */
type Environment = Record<string, string | undefined>

/** How an agent on this machine reaches a service: another one's settings, not ours. */
export function readAgentEnds(environment: Environment = process.env): {
  url: string | undefined
  key: string | undefined
} {
  const { FLIGHTDECK_URL: url, FLIGHTDECK_KEY: key } = environment
  return { url: url || undefined, key: key || undefined }
}

/** Where programs and certificates are, and how npm reaches its registry. */
const forTools =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TMPDIR|TEMP|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|NPM_(CONFIG|TOKEN)\w*)$/i

/** What other people's programs see that we run: none of our secrets. */
export function toolEnvironment(environment: Environment = process.env): Record<string, string> {
  const seen = Object.entries(environment).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && forTools.test(pair[0]),
  )
  return { ...Object.fromEntries(seen), NODE_ENV: 'production' }
}
