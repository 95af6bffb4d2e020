import { issueAt } from '../../../data/client/refusal.ts'
import { platformOf } from '../../../data/platforms.ts'
import { Checkbox } from '../../../ui/field.tsx'
import type { PeopleProps, PeopleWish } from './people.tsx'
import { t } from '../../../languages/t.ts'

interface TicksProps {
  legend: string
  /** What it means that none is ticked. */
  none: string
  options: readonly { name: string; title: string }[]
  chosen: readonly string[]
  problem: string | undefined
  onChange: (chosen: string[]) => void
}

/** Some of a few, or none: then all of them. */
function Ticks({ legend, none, options, chosen, problem, onChange }: TicksProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{legend}</legend>
      {chosen.length === 0 && <p className="text-muted">{none}</p>}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map(({ name, title }) => (
          <Checkbox
            key={name}
            label={title}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
            }
          />
        ))}
      </div>
      {problem && <p className="text-bad">{problem}</p>}
    </fieldset>
  )
}

interface NetworksProps extends Pick<TicksProps, 'chosen' | 'problem' | 'onChange'> {
  platform: string
}

/** On which networks ads are seen, where the platform has several. */
export function Networks({ platform, ...rest }: NetworksProps) {
  const { networks } = platformOf(platform)
  if (networks.length === 0) return null
  const words = {
    legend: t('Where they see them'),
    none: t('Wherever the platform expects most, unless you choose networks.'),
  }
  return <Ticks {...words} options={networks} {...rest} />
}

const devices = [
  { name: 'mobile', title: t('Phones and tablets') },
  { name: 'desktop', title: t('Computers') },
]

/** On which networks, where on these, and on which devices people see the ads. */
export function SeenOn({ wish, onChange, error, platform }: PeopleProps & { platform: string }) {
  const put = (some: Partial<PeopleWish>) => onChange({ ...wish, ...some })
  const parted = platformOf(platform).networks.filter(({ name }) => wish.networks.includes(name))
  return (
    <>
      <Networks
        platform={platform}
        chosen={wish.networks}
        problem={issueAt(error, 'targeting.publisher_platforms')}
        onChange={(networks) => put({ networks })}
      />
      {parted.map(
        ({ name, title, positions = [] }) =>
          positions.length > 0 && (
            <Ticks
              key={name}
              legend={t('Where on {network}', { network: title })}
              none={t('Everywhere on it, unless you choose places.')}
              options={positions}
              chosen={wish.positions[name] ?? []}
              problem={issueAt(error, `targeting.${name}_positions`)}
              onChange={(chosen) => put({ positions: { ...wish.positions, [name]: chosen } })}
            />
          ),
      )}
      <Ticks
        legend={t('On which devices')}
        none={t('On all of them, unless you choose.')}
        options={devices}
        chosen={wish.devices}
        problem={issueAt(error, 'targeting.device_platforms')}
        onChange={(chosen) => put({ devices: chosen })}
      />
    </>
  )
}
