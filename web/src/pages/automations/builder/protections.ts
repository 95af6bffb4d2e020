import { t } from '../../../languages/t.ts'

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
  minSpend: {
    label: t('Least spend'),
    about: t("what it must have spent before it is judged, in the currency of the rule's amounts"),
  },
  ignoreRecentDays: {
    label: t('Days left out'),
    about: t('the last days of results and conversions, which come in late'),
  },
  cooldownMinutes: {
    label: t('Cooldown in minutes'),
    about: t('how long it is left alone after the rule acted on it'),
  },
  maxPerDay: { label: t('Most in a day'), about: t('how many things the rule acts on in a day') },
  maxBudgetChangePercent: { label: t('Largest budget change in %'), about: t('of what the budget was, at once') },
  maxShareOfAccount: { label: t('Largest share paused in %'), about: t('of what runs in an account, at once') },
  stopAfterErrors: { label: t('Off after failures'), about: t('so many in a row switch the rule off') },
  figuresMaxAgeMinutes: { label: t('Oldest figures in minutes'), about: t('older ones are not acted on') },
}

export const protectionNames = Object.keys(protectionDefaults) as Protection[]
