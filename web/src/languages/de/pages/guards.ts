import type { Texts } from '../../catalogue.ts'

export default {
  'Key {name}': 'Schlüssel {name}',
  'Assistants with {name}': 'Assistenten mit {name}',
  'More runs than the cap allows: nothing that adds to it passes until something is paused or lowered.':
    'Es läuft mehr, als die Obergrenze erlaubt: Nichts, was dazukommt, geht durch, bis etwas pausiert oder gesenkt wird.',
  'What is not known is beyond the limit: writes that cost are held up.':
    'Was nicht bekannt ist, liegt über der Grenze: Änderungen, die Geld kosten, werden aufgehalten.',
  'The cap is reached: writes that cost are held up.':
    'Die Obergrenze ist erreicht: Änderungen, die Geld kosten, werden aufgehalten.',
  'let run today': 'heute laufen gelassen',
  'let run by us': 'von uns laufen gelassen',
  'Change {name}': '{name} ändern',
  Change: 'Ändern',
  'Remove {name}': '{name} entfernen',
  refuse: 'lehnt ab',
  ask: 'fragt',
  'pauses what spends': 'pausiert, was Geld ausgibt',
  'four eyes': 'Vier-Augen-Prinzip',
  'This is counted.': 'Das wird mitgezählt.',
  'This is not counted.': 'Das wird nicht mitgezählt.',
  'On {place} a day may cost up to {factor} times a daily budget{more}. {counted}':
    'Auf {place} kann ein Tag bis zum {factor}-Fachen eines Tagesbudgets kosten{more}. {counted}',
  '{name} counts what runs from now on.': '{name} zählt ab jetzt mit, was läuft.',
  'Proposal for {name}': 'Vorschlag für {name}',
  'Count what runs, too': 'Auch zählen, was läuft',
  'This guard leaves out budgets that run without having been changed here today. {message}':
    'Diese Schutzregel lässt Budgets aus, die laufen, ohne heute hier geändert worden zu sein. {message}',
  'Count what runs in {name}': 'In {name} zählen, was läuft',
  'Count what runs': 'Zählen, was läuft',
  'refuse: it does not happen': 'ablehnen: Es geschieht nicht',
  'ask: a person decides': 'fragen: Ein Mensch entscheidet',
  'warn: it happens, and is told': 'warnen: Es geschieht und wird gemeldet',
  'spend, and all that runs': 'Ausgaben und alles, was läuft',
  'spend, and what we let run today': 'Ausgaben und was wir heute laufen lassen',
  'Daily cap': 'Tagesobergrenze',
  'Monthly cap': 'Monatsobergrenze',
  'Largest single budget': 'Größtes einzelnes Budget',
  'Largest raise (amount)': 'Größte Erhöhung (Betrag)',
  'Largest raise (percent)': 'Größte Erhöhung (Prozent)',
  'Largest batch (ads)': 'Größter Stapel (Anzeigen)',
  'Nothing after (hour, 0 to 23)': 'Nichts nach (Stunde, 0 bis 23)',
  'Change the guard': 'Schutzregel ändern',
  'New guard': 'Neue Schutzregel',
  'Leave a limit empty where there is none.': 'Lassen Sie ein Feld leer, wo es keine Grenze gibt.',
  'Set the guard': 'Schutzregel speichern',
  'Campaigns named like': 'Kampagnen mit Namen wie',
  '* stands for anything.': '* steht für alles.',
  Mode: 'Modus',
  'Counts what these writes let run today, by itself.': 'Zählt für sich, was diese Änderungen heute laufen lassen.',
  Everybody: 'Alle',
  'Caps count': 'Obergrenzen zählen',
  'Overdelivery: a daily budget counts with what its platform may spend beyond it on a day':
    'Mehrauslieferung: Ein Tagesbudget zählt mit dem, was seine Plattform am Tag darüber hinaus ausgeben darf',
  'Stop: pause what spends when a cap is reached':
    'Stopp: pausieren, was Geld ausgibt, wenn eine Obergrenze erreicht ist',
  'Four eyes: whoever asked cannot approve': 'Vier-Augen-Prinzip: Wer anfragt, kann nicht freigeben',
  'account {accountId}': 'Konto {accountId}',
  'campaigns like {campaignPattern}': 'Kampagnen wie {campaignPattern}',
  'whole company': 'ganzes Unternehmen',
  'Beyond that nothing is done': 'Darüber hinaus geschieht nichts',
  'Beyond that a person is asked': 'Darüber hinaus wird ein Mensch gefragt',
  'Beyond that it is done all the same, and told': 'Darüber hinaus geschieht es trotzdem und wird gemeldet',
  'At most {amount} a day.': 'Höchstens {amount} am Tag.',
  'At most {amount} a month.': 'Höchstens {amount} im Monat.',
  'No single budget above {amount}.': 'Kein einzelnes Budget über {amount}.',
  'No raise by more than {amount}.': 'Keine Erhöhung um mehr als {amount}.',
  'No raise by more than {value} %.': 'Keine Erhöhung um mehr als {value} %.',
  'At most {count} ads in one batch.': {
    one: 'Höchstens {count} Anzeige in einem Stapel.',
    other: 'Höchstens {count} Anzeigen in einem Stapel.',
  },
  'Nothing after {value}:00.': 'Nichts nach {value}:00 Uhr.',
  'Counted: what its writes of today let run. Lowering gives nothing back before tomorrow.':
    'Gezählt wird, was die heutigen Änderungen laufen lassen. Senken gibt erst morgen wieder Spielraum.',
  'Counted: what was spent, and what our own writes of today let run.':
    'Gezählt wird, was ausgegeben wurde und was unsere heutigen Änderungen laufen lassen.',
  'Counted: what was spent, and what everything that runs may still spend.':
    'Gezählt wird, was ausgegeben wurde und was alles Laufende noch ausgeben kann.',
  'The guards are set.': 'Die Schutzregeln sind gespeichert.',
  'Limits that every write which can cost money passes: launches, resumes, raises, rules, agents. What a guard cannot check, it refuses.':
    'Grenzen für jede Änderung, die Geld kosten kann: Starts, Fortsetzen, Erhöhungen, Regeln, Assistenten. Was eine Schutzregel nicht prüfen kann, lehnt sie ab.',
  'No guard yet.': 'Noch keine Schutzregel.',
  'A daily cap is a good first one: nothing that goes over it gets through.':
    'Eine Tagesobergrenze ist ein guter Anfang: Was darüber hinausgeht, kommt nicht durch.',
  'Remove this guard?': 'Diese Schutzregel entfernen?',
  'Remove the guard': 'Schutzregel entfernen',
  'What it held back gets through from then on.': 'Was sie aufgehalten hat, kommt danach durch.',
  'What it says': 'Was sie sagt',
  'Give it at least one limit: then this says what it will do.':
    'Geben Sie mindestens eine Grenze an: Dann steht hier, was sie tut.',
  'As it would stand today': 'So stünde es heute',
  'As it would stand this month': 'So stünde es diesen Monat',
  'Looks at what was spent and what runs …': 'Ausgaben und Laufendes werden angesehen …',
  'be refused': 'abgelehnt',
  'wait for a person': 'auf einen Menschen warten',
  'be told of': 'gemeldet',
  'From now on every write that costs would {held}.': 'Ab jetzt würde jede Änderung, die Geld kostet, {held}.',
  'As long as that is unknown, what adds to it would {held}.':
    'Solange das unbekannt ist, würde alles, was dazukommt, {held}.',
  'What runs fills it already: whatever adds to it would {held}.':
    'Was läuft, schöpft sie schon aus: Alles, was dazukommt, würde {held}.',
  'Nothing would be held up now; what adds more than what is left would {held}.':
    'Jetzt würde nichts aufgehalten; was über den Rest hinausgeht, würde {held}.',
  'The last {days} days': 'Die letzten {days} Tage',
  'Something without a name': 'Etwas ohne Namen',
  '{account} · {platform}, {by}, {time}': '{account} · {platform}, {by}, {time}',
  'and {count} more': { one: 'und {count} weitere', other: 'und {count} weitere' },
  'So many were made that only those since {time} were looked at.':
    'Es waren so viele, dass nur die seit {time} angesehen wurden.',
  'Of the {count} writes of the last 7 days that it covers, it would have refused {held}.': {
    one: 'Von der einen Änderung der letzten 7 Tage, die sie betrifft, hätte sie {held} abgelehnt.',
    other: 'Von den {count} Änderungen der letzten 7 Tage, die sie betrifft, hätte sie {held} abgelehnt.',
  },
  'Of the {count} writes of the last 7 days that it covers, it would have asked a person about {held}.': {
    one: 'Von der einen Änderung der letzten 7 Tage, die sie betrifft, hätte sie bei {held} einen Menschen gefragt.',
    other:
      'Von den {count} Änderungen der letzten 7 Tage, die sie betrifft, hätte sie bei {held} einen Menschen gefragt.',
  },
  'Of the {count} writes of the last 7 days that it covers, it would have warned of {held}.': {
    one: 'Von der einen Änderung der letzten 7 Tage, die sie betrifft, hätte sie bei {held} gewarnt.',
    other: 'Von den {count} Änderungen der letzten 7 Tage, die sie betrifft, hätte sie bei {held} gewarnt.',
  },
  'In the last 7 days there was no write that it covers.':
    'In den letzten 7 Tagen gab es keine Änderung, die sie betrifft.',
  'All {count} writes of the last 7 days that it covers keep to its limits.': {
    one: 'Die eine Änderung der letzten 7 Tage, die sie betrifft, hält ihre Grenzen ein.',
    other: 'Alle {count} Änderungen der letzten 7 Tage, die sie betrifft, halten ihre Grenzen ein.',
  },
  'got its first budget': 'bekam das erste Budget',
  'by how much nobody can tell': 'um wie viel, kann niemand sagen',
  'got a budget of {amount}': 'bekam ein Budget von {amount}',
  'was raised by {amount}': 'wurde um {amount} erhöht',
  'was raised by {value} %': 'wurde um {value} % erhöht',
  'and others: {count} at once': 'und andere: {count} auf einmal',
  'was begun in the hour from {value}:00 on': 'wurde in der Stunde ab {value}:00 Uhr begonnen',
  'on {place} {factor}': 'auf {place} bis zum {factor}-Fachen',
  'somebody else than who asked': 'und zwar jemand anderes, als wer anfragt',
  'when a cap is reached, what spends is paused': 'ist eine Obergrenze erreicht, wird pausiert, was Geld ausgibt',
  'For the whole company: {lines} {outcome}.': 'Für das ganze Unternehmen: {lines} {outcome}.',
  'For {where}: {lines} {outcome}.': 'Für {where}: {lines} {outcome}.',
  'For {actor}, in the whole company: {lines} {outcome}.':
    'Für {actor}, gültig für das ganze Unternehmen: {lines} {outcome}.',
  'For {actor}, in {where}: {lines} {outcome}.': 'Für {actor}, gültig für {where}: {lines} {outcome}.',
  'By##whose writes a guard counts': 'Für Änderungen von',
} satisfies Texts
