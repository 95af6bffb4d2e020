import type { Automation } from '../../../../../client/src/index.ts'
import { updateRule } from '../../../data/automations.ts'
import type { RuleInput } from '../../../data/automations.ts'
import { useKept } from '../../../data/client/kept.ts'
import { useWrite } from '../../../data/client/write.ts'
import { draftOf } from '../builder/draft-of.ts'
import type { Draft } from '../builder/draft.ts'
import { protectionDefaults } from '../builder/protections.ts'
import { RuleEditor } from '../builder/rule-editor.tsx'
import { t } from '../../../languages/t.ts'

interface Work {
  draft: Draft
  /** Which version was changed: another may have been saved since. */
  version: number
}

export function EditTab({ rule }: { rule: Automation }) {
  const [work, setWork, forget] = useKept<Work | null>(`rule.${rule.id}`, null)
  const draft = work?.draft ?? draftOf(rule)
  const save = useWrite(updateRule, {
    done: (saved) => t('“{name}” is saved as version {version}.', { name: saved.name, version: saved.version }),
    then: forget,
  })
  return (
    <div className="flex flex-col gap-4">
      {work && (
        <p role="status" className="rounded-lg border border-warn bg-warn-soft px-4 py-2 text-warn">
          {work.version === rule.version
            ? t('You have changes that are not saved.')
            : t('Somebody saved version {version} after you began with version {version2}: saving yours replaces it.', {
                version: rule.version,
                version2: work.version,
              })}
        </p>
      )}
      <RuleEditor
        rule={draft}
        onChange={(next) => (save.reset(), setWork((now) => ({ draft: next, version: now?.version ?? rule.version })))}
        onDiscard={() => (save.reset(), forget())}
        saving={{
          start: () => save.mutate({ id: rule.id, ...whole(draft) }),
          isBusy: save.isPending,
          error: save.error,
          label: t('Save the changes'),
        }}
      />
    </div>
  )
}

/** A change leaves out nothing: a protection that was emptied has its default again. */
function whole(draft: Draft): RuleInput {
  return { ...draft, protections: { ...protectionDefaults, ...draft.protections } } as RuleInput
}
