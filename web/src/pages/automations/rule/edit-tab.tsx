import { useMutation } from '@tanstack/react-query'
import type { Automation } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { useKept } from '../../../data/kept.ts'
import { queryClient } from '../../../data/query-client.ts'
import { say } from '../../../ui/toasts.tsx'
import type { Draft } from '../builder/draft.ts'
import { draftOf } from '../builder/draft-of.ts'
import { protectionDefaults } from '../builder/protections.ts'
import { RuleEditor } from '../builder/rule-editor.tsx'
import { ageRules, rule as ruleQuestion } from '../../../data/automations.ts'

interface Work {
  draft: Draft
  /** Which version was changed: another may have been saved since. */
  version: number
}

export function EditTab({ rule }: { rule: Automation }) {
  const [work, setWork, forget] = useKept<Work | null>(`rule.${rule.id}`, null)
  const draft = work?.draft ?? draftOf(rule)
  const save = useMutation({
    mutationFn: (next: Draft) => flightdeck.updateAutomation({ id: rule.id, ...whole(next) }),
    onSuccess: (saved) => {
      // Whom it meets is asked anew.
      queryClient.setQueryData(ruleQuestion(rule.id).queryKey, { ...saved, meets: [] })
      forget()
      ageRules()
      say(`“${saved.name}” is saved as version ${saved.version}.`)
    },
  })
  return (
    <div className="flex flex-col gap-4">
      {work && (
        <p role="status" className="rounded-lg border border-warn bg-warn-soft px-4 py-2 text-warn">
          {work.version === rule.version
            ? 'You have changes that are not saved.'
            : `Somebody saved version ${rule.version} after you began with version ${work.version}: saving yours replaces it.`}
        </p>
      )}
      <RuleEditor
        rule={draft}
        onChange={(next) => (save.reset(), setWork((now) => ({ draft: next, version: now?.version ?? rule.version })))}
        onDiscard={() => (save.reset(), forget())}
        saving={{
          start: () => save.mutate(draft),
          isBusy: save.isPending,
          error: save.error,
          label: 'Save the changes',
        }}
      />
    </div>
  )
}

type Changes = Omit<Parameters<typeof flightdeck.updateAutomation>[0], 'id'>

/** A change leaves out nothing: a protection that was emptied has its default again. */
function whole(draft: Draft): Changes {
  return { ...draft, protections: { ...protectionDefaults, ...draft.protections } } as Changes
}
