import { ApiError } from '../errors.ts'

/** The versions that there were, and the day on which each is no longer served. */
export const versionEnds: Record<string, string> = {
  '202509': '2026-09-15',
  '202510': '2026-10-15',
  '202511': '2026-11-16',
  '202601': '2027-01-15',
  '202602': '2027-02-15',
  '202603': '2027-03-16',
  '202604': '2027-04-15',
  '202605': '2027-05-15',
  '202606': '2027-06-15',
  '202607': '2027-07-15',
  '202608': '2027-08-16',
  '202609': '2027-09-15',
  '202610': '2027-10-15',
}

/** The version that the call names, if it is served now. */
export function checkVersion(named: string | undefined, now: number): string {
  if (named === undefined || named === '')
    throw new ApiError(400, {
      code: 'VERSION_MISSING',
      message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    })
  const [, version] = /^(\d{6})(?:\.\d{2})?$/.exec(named) ?? []
  const ends = version === undefined ? undefined : versionEnds[version]
  if (version === undefined || ends === undefined || now >= Date.parse(ends)) throw inactive(named)
  return version
}

/** The platform counts days of a version, of which there is only ever the first. */
export function padded(version: string): string {
  return version.slice(0, 6).padEnd(8, '01')
}

export function inactive(version: string): ApiError {
  return new ApiError(426, {
    code: 'NONEXISTENT_VERSION',
    message: `Requested version ${/^\d{6}/.test(version) ? padded(version) : version} is not active`,
  })
}
