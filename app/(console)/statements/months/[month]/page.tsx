import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { PageHeader } from "#components/ui/page-header";
import { monthPattern } from "#lib/features/books/month-answers";
import { MovementListInput } from "#lib/features/books/month-inputs";
import { listMovements } from "#lib/features/books/server/months/month-lists";
import { readParts } from "#lib/features/books/server/months/month-parts";
import { viewMonth } from "#lib/features/books/server/months/view-months";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { writeMonth } from "#lib/text/day-text";
import { BackLink } from "../../back-link";
import { ListView } from "./list-view";
import { MonthView } from "./month-view";
import { PartsView } from "./parts-view";

export async function generateMetadata({
  params,
}: PageProps<"/statements/months/[month]">): Promise<Metadata> {
  const { month } = await params;
  return { title: monthPattern.test(month) ? writeMonth(month) : "Month" };
}

type Query = Record<string, string | string[] | undefined>;

export default async function MonthPage({ params, searchParams }: PageProps<"/statements/months/[month]">) {
  const actor = await pageActor("read");
  const [{ month }, query] = await Promise.all([params, searchParams]);
  const asked = readAsked(query);
  const ofParts = query.show === "parts";
  const [found, page, parts] = await Promise.all([
    viewMonth(month).catch(asTrouble),
    asked && listMovements(month, asked).catch(asTrouble),
    ofParts ? readParts(month).catch(asTrouble) : undefined,
  ]);
  const trouble = [found, page, parts].flatMap((each) =>
    each !== undefined && "code" in each ? each : [],
  )[0];
  if (trouble?.code === "not_found") notFound();
  const back =
    asked === undefined && !ofParts ? (
      <BackLink to={{ id: "months", name: "the months" }} />
    ) : (
      <BackLink to={{ id: `months/${month}`, name: writeMonth(month) }} />
    );
  if (trouble !== undefined || "code" in found || (parts !== undefined && "code" in parts))
    return (
      <>
        <PageHeader title={writeMonth(month)} back={back} />
        {trouble !== undefined && (
          <ProblemNotice trouble={trouble} action={<RefreshButton />}>
            We can’t show this month right now. Nothing has changed.
          </ProblemNotice>
        )}
      </>
    );
  if (parts !== undefined) return <PartsView month={found} parts={parts} back={back} />;
  const { timeZone } = env();
  if (asked === undefined || page === undefined || "code" in page)
    return (
      <MonthView
        month={found}
        role={actor.person.role}
        back={back}
        timeZone={timeZone}
        now={new Date().toISOString()}
      />
    );
  return <ListView month={found} asked={asked} page={page} back={back} timeZone={timeZone} />;
}

/** Of which figure the list is asked for; of another word than a list's, the month itself is shown. */
function readAsked({ list, token, cursor }: Query) {
  return MovementListInput.safeParse({ list, token, cursor }).data;
}
