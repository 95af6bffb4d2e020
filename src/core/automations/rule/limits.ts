/** How deep conditions may lie in each other, and how many there may be in one list or in a rule altogether. */
export const deepestTree = 10
export const widestTree = 100
export const maxCases = 20
export const maxActions = 10
export const maxRules = 500
export const maxAccounts = 1_000
export const maxNameLength = 200
export const maxTextLength = 1_000
export const maxLabelLength = 60
export const maxCopies = 5
export const maxGraduatedAdSets = 10
export const maxMoney = 1_000_000_000_000

/** Between two checks of a rule. */
export const minMinutes = 15
export const maxMinutes = 24 * 60
export const defaultMinutes = 60

/** In how many accounts people are counted for a check: nobody keeps reach and frequency, so each is a call to a platform. */
export const maxLiveAccounts = 25

/** How many different stretches of days a rule can look at. */
export const maxWindows = 60

/** The longest window of the past; `lifetime` is everything that the platform still has. */
export const maxWindowDays = 1_095

/** What keeps a rule from running away, unless it says otherwise. */
export const protectionDefaults = {
  minSpend: 10,
  ignoreRecentDays: 1,
  cooldownMinutes: 24 * 60,
  maxPerDay: 20,
  maxBudgetChangePercent: 20,
  maxShareOfAccount: 25,
  stopAfterErrors: 3,
  figuresMaxAgeMinutes: 60,
} as const

/** The loosest that each can be. */
export const protectionBounds = {
  minSpend: { min: 0, max: maxMoney },
  ignoreRecentDays: { min: 0, max: 14 },
  cooldownMinutes: { min: 0, max: 60 * 24 * 60 },
  maxPerDay: { min: 1, max: 10_000 },
  maxBudgetChangePercent: { min: 1, max: 1_000 },
  maxShareOfAccount: { min: 1, max: 100 },
  stopAfterErrors: { min: 1, max: 100 },
  figuresMaxAgeMinutes: { min: 15, max: 7 * 24 * 60 },
} as const
