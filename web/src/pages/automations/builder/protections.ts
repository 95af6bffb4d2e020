/** What keeps a rule from running away, unless it says otherwise. A test holds these against the service's own. */
export const protectionDefaults = {
  minSpend: 10,
  ignoreRecentDays: 1,
  cooldownMinutes: 24 * 60,
  maxPerDay: 20,
  maxBudgetChangePercent: 20,
  maxShareOfAccount: 25,
  stopAfterErrors: 3,
  figuresMaxAgeMinutes: 60,
}
type Protection = keyof typeof protectionDefaults

export const protectionWords: Record<Protection, { label: string; about: string }> = {
  minSpend: { label: 'Least spend', about: "what it must have spent before it is judged, in the account's currency" },
  ignoreRecentDays: { label: 'Days left out', about: 'the last days of results and conversions, which come in late' },
  cooldownMinutes: { label: 'Cooldown in minutes', about: 'how long it is left alone after the rule acted on it' },
  maxPerDay: { label: 'Most in a day', about: 'how many things the rule acts on in a day' },
  maxBudgetChangePercent: { label: 'Largest budget change in %', about: 'of what the budget was, at once' },
  maxShareOfAccount: { label: 'Largest share paused in %', about: 'of what runs in an account, at once' },
  stopAfterErrors: { label: 'Off after failures', about: 'so many in a row switch the rule off' },
  figuresMaxAgeMinutes: { label: 'Oldest figures in minutes', about: 'older ones are not acted on' },
}

export const protectionNames = Object.keys(protectionDefaults) as Protection[]
