import { fieldInWords } from '../../data/client/page-words.ts'
import { language } from '../../languages/current.ts'
import { names } from '../../languages/whole.ts'

/** What was done, by the name of its operation or command, such as: Update budget. */
export function ActionName({ of }: { of: string }) {
  const own = names.actions[of]
  if (own !== undefined) return <>{own}</>
  const words = of.replaceAll('_', ' ')
  return <span lang="en">{words.charAt(0).toUpperCase() + words.slice(1)}</span>
}

/** A field by its path: `ads.0.dailyBudget` is the daily budget of the first ad. */
export function FieldName({ of }: { of: string }) {
  const { fields } = names
  const isKnown = language === 'en' || of.split('.').every((part) => /^\d+$/.test(part) || Object.hasOwn(fields, part))
  return <span lang={isKnown ? undefined : 'en'}>{fieldInWords(of, isKnown ? fields : {})}</span>
}
