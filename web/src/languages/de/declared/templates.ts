/** Ready-made rules: what they are called, what they do, and what can be chosen. */
export default {
  'Account cap': 'Obergrenze je Konto',
  'Says so when an account has spent what it may spend in a month, and before.':
    'Meldet, wenn ein Konto ausgegeben hat, was es im Monat ausgeben darf, und schon davor.',
  'What an account may spend in a month, in its currency.': 'Was ein Konto im Monat ausgeben darf, in seiner Währung.',
  'From which amount on a warning comes.': 'Ab welchem Betrag gewarnt wird.',
  'Cost surge': 'Kostensprung',
  'Lowers the budget of campaigns whose cost per result rose well above what it was the weeks before.':
    'Senkt das Budget von Kampagnen, deren Kosten pro Ergebnis weit über die der Wochen davor gestiegen sind.',
  'How many times its own earlier cost per result a campaign may have.':
    'Das Wievielfache ihrer früheren Kosten pro Ergebnis eine Kampagne haben darf.',
  'The daily budget that it never goes below.': 'Das Tagesbudget, das nie unterschritten wird.',
  'What a campaign must have spent before it is judged.':
    'Was eine Kampagne ausgegeben haben muss, bevor sie beurteilt wird.',
  'By how many per cent the budget is changed: a negative number lowers it.':
    'Um wie viel Prozent das Budget geändert wird: Eine negative Zahl senkt es.',
  'Creative rotation': 'Wechsel der Creatives',
  'Pauses the ads of an ad set that do worse than the others in it, once they are old enough to be judged.':
    'Pausiert die Anzeigen einer Anzeigengruppe, die schlechter sind als die anderen darin, sobald sie alt genug sind, um beurteilt zu werden.',
  "Below which share of the others' click rate an ad goes.":
    'Unter welchem Anteil der Klickrate der anderen eine Anzeige geht.',
  'How old an ad must be before it is judged.': 'Wie alt eine Anzeige sein muss, bevor sie beurteilt wird.',
  'How often it must have been shown.': 'Wie oft sie gezeigt worden sein muss.',
  Dayparting: 'Tageszeiten',
  "Runs campaigns only during certain hours of each account's own day.":
    'Lässt Kampagnen nur zu bestimmten Stunden laufen, nach der Uhr jedes Kontos.',
  'The hour at which they begin, 0 to 23.': 'Die Stunde, zu der sie beginnen, 0 bis 23.',
  'The hour at which they are paused, 0 to 23.': 'Die Stunde, zu der sie pausiert werden, 0 bis 23.',
  'Only campaigns with this label: what was paused for other reasons stays paused.':
    'Nur Kampagnen mit diesem Label: Was aus anderen Gründen pausiert wurde, bleibt pausiert.',
  'Fatigue by frequency': 'Ermüdung durch Häufigkeit',
  'Pauses ads that the same people have seen too often while fewer of them click.':
    'Pausiert Anzeigen, die dieselben Menschen zu oft gesehen haben, während weniger von ihnen klicken.',
  'How often each person may have seen the ad within a week.':
    'Wie oft jede Person die Anzeige in einer Woche gesehen haben darf.',
  'Below which share of its own earlier click rate an ad is tired.':
    'Unter welchem Anteil ihrer früheren Klickrate eine Anzeige müde ist.',
  'What an ad must have spent before it is judged.':
    'Was eine Anzeige ausgegeben haben muss, bevor sie beurteilt wird.',
  'Learning-phase protection': 'Schutz der Lernphase',
  'Says so when an ad set that is still learning gets expensive, instead of touching it.':
    'Meldet, wenn eine Anzeigengruppe in der Lernphase teuer wird, statt sie anzurühren.',
  'How many times the cost per result of the others an ad set may have.':
    'Das Wievielfache der Kosten pro Ergebnis der anderen eine Anzeigengruppe haben darf.',
  'What an ad set must have spent before it is judged.':
    'Was eine Anzeigengruppe ausgegeben haben muss, bevor sie beurteilt wird.',
  'Budget pacing to a monthly target': 'Budget nach einem Monatsziel',
  'Sets the daily budget of campaigns so that the month ends at a target.':
    'Setzt das Tagesbudget von Kampagnen so, dass der Monat an einem Ziel endet.',
  "What each campaign is to spend in a month, in the account's currency.":
    'Was jede Kampagne im Monat ausgeben soll, in der Währung des Kontos.',
  'Only campaigns with this label.': 'Nur Kampagnen mit diesem Label.',
  'Name-convention guard': 'Wächter über Namen',
  'Labels campaigns whose names do not follow your convention, and says so.':
    'Versieht Kampagnen, deren Namen Ihrer Regel nicht folgen, mit einem Label und meldet es.',
  'How names must look: * stands for any text, ? for one character.':
    'Wie Namen aussehen müssen: * steht für beliebigen Text, ? für ein Zeichen.',
  'Revive weekend ads': 'Anzeigen am Wochenende',
  'Switches ads on for the weekend, and off again when it is over.':
    'Schaltet Anzeigen für das Wochenende ein und danach wieder aus.',
  'Only ads with this label.': 'Nur Anzeigen mit diesem Label.',
  'The days on which they run.': 'Die Tage, an denen sie laufen.',
  'Scale winners': 'Gewinner ausbauen',
  'Raises the budget of ad sets whose return is good, a step a day.':
    'Erhöht das Budget von Anzeigengruppen mit gutem Ertrag, jeden Tag einen Schritt.',
  'The return on ad spend from which an ad set is a winner.': 'Der ROAS, ab dem eine Anzeigengruppe ein Gewinner ist.',
  'By how many per cent the budget is raised.': 'Um wie viel Prozent das Budget erhöht wird.',
  "The budget that it never goes beyond, in the account's currency.":
    'Das Budget, das nie überschritten wird, in der Währung des Kontos.',
  'What an ad set must have spent in the week before it is judged.':
    'Was eine Anzeigengruppe in der Woche ausgegeben haben muss, bevor sie beurteilt wird.',
  'Search-term negatives': 'Ausschließende Suchbegriffe',
  'Keeps searches away that cost money and bring nothing.': 'Hält Suchen fern, die Geld kosten und nichts bringen.',
  "What a search may cost without a conversion, in the account's currency unless the rule names another.":
    'Was eine Suche ohne Conversion kosten darf, in der Währung des Kontos, wenn die Regel keine andere nennt.',
  'How many clicks it must have had before it is judged.':
    'Wie viele Klicks sie gehabt haben muss, bevor sie beurteilt wird.',
  'Stop loss': 'Verluste stoppen',
  'Pauses ads that cost more per result than you can pay.':
    'Pausiert Anzeigen, die pro Ergebnis mehr kosten, als Sie zahlen können.',
  "The most a result may cost, in the account's currency unless the rule names another.":
    'Was ein Ergebnis höchstens kosten darf, in der Währung des Kontos, wenn die Regel keine andere nennt.',
  'What an ad must have spent in the week before it is judged.':
    'Was eine Anzeige in der Woche ausgegeben haben muss, bevor sie beurteilt wird.',
  'Tired creatives': 'Müde Creatives',
  'Pauses ads whose creative is tired: the same people see it more often, and fewer of them stop or click.':
    'Pausiert Anzeigen, deren Creative müde ist: Dieselben Menschen sehen es öfter, und weniger von ihnen bleiben hängen oder klicken.',
  "What an ad must have spent before it is judged, in the account's currency unless the rule names another.":
    'Was eine Anzeige ausgegeben haben muss, bevor sie beurteilt wird, in der Währung des Kontos, wenn die Regel keine andere nennt.',
  'Zero-result pause': 'Pause ohne Ergebnis',
  'Pauses ads that spent without a single result.':
    'Pausiert Anzeigen, die ohne ein einziges Ergebnis ausgegeben haben.',
  "What an ad may spend without a result, in the account's currency unless the rule names another.":
    'Was eine Anzeige ohne Ergebnis ausgeben darf, in der Währung des Kontos, wenn die Regel keine andere nennt.',
}
