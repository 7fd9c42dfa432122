/** Generated from openapi.json by `npm run generate`: change the service's schemas instead. */
export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process is up */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** It can take scores and answer ranks */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report one score */
        post: {
            parameters: {
                query?: {
                    answer?: "ranks" | "scores" | "none";
                    include?: "scopes";
                    backfill?: "true" | "false";
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        playerId: string;
                        /** @description Identity of the event, with board and player; may be left out on best boards only */
                        matchId?: string;
                        /** @description A number, or its decimal text */
                        score?: number | string;
                        /** @description A number, or its decimal text */
                        delta?: number | string;
                        /** @description By column, on boards with several */
                        values?: {
                            [key: string]: number | string;
                        };
                        /** @description Milliseconds since 1970, or RFC 3339 with an offset */
                        achievedAt?: number | string;
                        scopes?: {
                            [key: string]: string;
                        };
                        /** @description Up to 1 KiB as compact JSON, stored and never looked at */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description The period it was meant for */
                        period?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            applied: boolean;
                            duplicate: boolean;
                            state: "counted" | "held" | "voided";
                            playerId: string;
                            matchId: string;
                            standings?: {
                                [key: string]: {
                                    score?: number;
                                    values?: {
                                        [key: string]: number;
                                    };
                                    rank?: number | null;
                                    previousScore?: number | null;
                                    previousValues?: {
                                        [key: string]: number;
                                    } | null;
                                    previousRank?: number | null;
                                    improved: boolean;
                                } | null;
                            };
                            scopes?: {
                                [key: string]: {
                                    [key: string]: {
                                        score?: number;
                                        values?: {
                                            [key: string]: number;
                                        };
                                        rank?: number | null;
                                        previousScore?: number | null;
                                        previousValues?: {
                                            [key: string]: number;
                                        } | null;
                                        previousRank?: number | null;
                                        improved: boolean;
                                    } | null;
                                };
                            };
                            closed: string[];
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            applied: boolean;
                            duplicate: boolean;
                            state: "counted" | "held" | "voided";
                            playerId: string;
                            matchId: string;
                            standings?: {
                                [key: string]: {
                                    score?: number;
                                    values?: {
                                        [key: string]: number;
                                    };
                                    rank?: number | null;
                                    previousScore?: number | null;
                                    previousValues?: {
                                        [key: string]: number;
                                    } | null;
                                    previousRank?: number | null;
                                    improved: boolean;
                                } | null;
                            };
                            scopes?: {
                                [key: string]: {
                                    [key: string]: {
                                        score?: number;
                                        values?: {
                                            [key: string]: number;
                                        };
                                        rank?: number | null;
                                        previousScore?: number | null;
                                        previousValues?: {
                                            [key: string]: number;
                                        } | null;
                                        previousRank?: number | null;
                                        improved: boolean;
                                    } | null;
                                };
                            };
                            closed: string[];
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report one score, with the board in the body */
        post: {
            parameters: {
                query?: {
                    answer?: "ranks" | "scores" | "none";
                    include?: "scopes";
                    backfill?: "true" | "false";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        board: string;
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        playerId: string;
                        /** @description Identity of the event, with board and player; may be left out on best boards only */
                        matchId?: string;
                        /** @description A number, or its decimal text */
                        score?: number | string;
                        /** @description A number, or its decimal text */
                        delta?: number | string;
                        /** @description By column, on boards with several */
                        values?: {
                            [key: string]: number | string;
                        };
                        /** @description Milliseconds since 1970, or RFC 3339 with an offset */
                        achievedAt?: number | string;
                        scopes?: {
                            [key: string]: string;
                        };
                        /** @description Up to 1 KiB as compact JSON, stored and never looked at */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description The period it was meant for */
                        period?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            applied: boolean;
                            duplicate: boolean;
                            state: "counted" | "held" | "voided";
                            playerId: string;
                            matchId: string;
                            standings?: {
                                [key: string]: {
                                    score?: number;
                                    values?: {
                                        [key: string]: number;
                                    };
                                    rank?: number | null;
                                    previousScore?: number | null;
                                    previousValues?: {
                                        [key: string]: number;
                                    } | null;
                                    previousRank?: number | null;
                                    improved: boolean;
                                } | null;
                            };
                            scopes?: {
                                [key: string]: {
                                    [key: string]: {
                                        score?: number;
                                        values?: {
                                            [key: string]: number;
                                        };
                                        rank?: number | null;
                                        previousScore?: number | null;
                                        previousValues?: {
                                            [key: string]: number;
                                        } | null;
                                        previousRank?: number | null;
                                        improved: boolean;
                                    } | null;
                                };
                            };
                            closed: string[];
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            applied: boolean;
                            duplicate: boolean;
                            state: "counted" | "held" | "voided";
                            playerId: string;
                            matchId: string;
                            standings?: {
                                [key: string]: {
                                    score?: number;
                                    values?: {
                                        [key: string]: number;
                                    };
                                    rank?: number | null;
                                    previousScore?: number | null;
                                    previousValues?: {
                                        [key: string]: number;
                                    } | null;
                                    previousRank?: number | null;
                                    improved: boolean;
                                } | null;
                            };
                            scopes?: {
                                [key: string]: {
                                    [key: string]: {
                                        score?: number;
                                        values?: {
                                            [key: string]: number;
                                        };
                                        rank?: number | null;
                                        previousScore?: number | null;
                                        previousValues?: {
                                            [key: string]: number;
                                        } | null;
                                        previousRank?: number | null;
                                        improved: boolean;
                                    } | null;
                                };
                            };
                            closed: string[];
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The top of a board, or a page of it */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                    /** @description 1 to 1000; 100 where it is left out */
                    limit?: string;
                    /** @description 0-based place of the first row */
                    offset?: string;
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            entries: {
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                            next: string | null;
                            previous: string | null;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/players/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A player with the window around */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    neighbours?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    player: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                            entries: {
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/player": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A player with the window around; the id in the query */
        get: {
            parameters: {
                query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    id: string;
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    neighbours?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                            entries: {
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/players/{player}/rank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A player's standing and rank */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    player: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/player/rank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A player's standing and rank; the id in the query */
        get: {
            parameters: {
                query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    id: string;
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/players/{player}/window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The players just above and below one */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    above?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    below?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    player: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                            entries: {
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/player/window": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The players just above and below one; the id in the query */
        get: {
            parameters: {
                query: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    id: string;
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                    /** @description 0 to 100; 5 where it is left out */
                    above?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    below?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                            entries: {
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Many players, ranked among themselves */
        post: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        playerIds: string[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            entries: {
                                position: number;
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                                attempts: number;
                                percentile: number;
                                topPercent: number;
                            }[];
                            notFound: string[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/at-rank/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who stands at a place of the order */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    include?: "metadata";
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                    n: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            rank: number;
                            playerId: string;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            /** @description Milliseconds since 1970 */
                            reachedAt: number;
                            metadata?: {
                                [key: string]: unknown;
                            } | null;
                            attempts: number;
                            percentile: number;
                            topPercent: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/around-score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a new score would stand */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description name:value */
                    scope?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    above?: string;
                    /** @description 0 to 100; 5 where it is left out */
                    below?: string;
                    /** @description The value; on boards with several columns a parameter a column */
                    score?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string | null;
                            total: number;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                            exact: boolean;
                            score?: number;
                            values?: {
                                [key: string]: number;
                            };
                            rank: number;
                            topPercent: number;
                            percentile: number;
                            entries: {
                                rank: number;
                                playerId: string;
                                score?: number;
                                values?: {
                                    [key: string]: number;
                                };
                                /** @description Milliseconds since 1970 */
                                reachedAt: number;
                                metadata?: {
                                    [key: string]: unknown;
                                } | null;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The periods that hold events */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            periods: {
                                period: string;
                                kind: string;
                                start: number | null;
                                end: number | null;
                                total: number;
                                state: "open" | "closed";
                            }[];
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/scopes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A scope's values, each with its total */
        get: {
            parameters: {
                query?: {
                    /** @description A key, or current, previous, day:current and so on; the board's first where it is left out */
                    period?: string;
                    /** @description 1 to 1000; 100 where it is left out */
                    limit?: string;
                    /** @description The value behind which the page begins */
                    after?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            board: string;
                            period: string;
                            scope: string;
                            values: {
                                value: string;
                                total: number;
                            }[];
                            next: string | null;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The boards that the caller may see */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            boards: {
                                id: string;
                                title: string;
                                semantics: "best" | "sum" | "last";
                                columns: {
                                    name: string;
                                    order: "desc" | "asc";
                                    decimals: number;
                                    min: number | null;
                                    max: number | null;
                                }[];
                                ties: "first" | "last" | "shared" | "dense";
                                periods: ("all" | "day" | "week" | "month" | {
                                    season: string;
                                    start: string;
                                    end: string;
                                })[];
                                timeZone: string;
                                weekStart: string;
                                grace: string;
                                maxAge: string | null;
                                scopes: string[];
                                /** @enum {string} */
                                rank: "exact";
                                publicReads: boolean;
                                retention: {
                                    day?: string;
                                    week?: string;
                                    month?: string;
                                    season?: string;
                                };
                            }[];
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A board's definition with its present periods, sizes and next reset */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            title: string;
                            semantics: "best" | "sum" | "last";
                            columns: {
                                name: string;
                                order: "desc" | "asc";
                                decimals: number;
                                min: number | null;
                                max: number | null;
                            }[];
                            ties: "first" | "last" | "shared" | "dense";
                            periods: ("all" | "day" | "week" | "month" | {
                                season: string;
                                start: string;
                                end: string;
                            })[];
                            timeZone: string;
                            weekStart: string;
                            grace: string;
                            maxAge: string | null;
                            scopes: string[];
                            /** @enum {string} */
                            rank: "exact";
                            publicReads: boolean;
                            retention: {
                                day?: string;
                                week?: string;
                                month?: string;
                                season?: string;
                            };
                            standings: {
                                period: string;
                                kind: string;
                                start: number | null;
                                end: number | null;
                                total: number;
                            }[];
                            nextReset: number | null;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/leaderboards/{board}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Define a board, or change it */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description 1 to 128 bytes of UTF-8 without control characters */
                        id?: string;
                        title?: string;
                        /** @description best, sum or last */
                        semantics?: string;
                        columns?: {
                            [key: string]: unknown;
                        }[];
                        /** @description first, last, shared or dense */
                        ties?: string;
                        periods?: (string | {
                            [key: string]: unknown;
                        })[];
                        timeZone?: string;
                        weekStart?: string;
                        grace?: string;
                        maxAge?: string | null;
                        scopes?: string[];
                        rank?: unknown;
                        publicReads?: boolean;
                        retention?: {
                            [key: string]: unknown;
                        };
                        plausibility?: unknown;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            title: string;
                            semantics: "best" | "sum" | "last";
                            columns: {
                                name: string;
                                order: "desc" | "asc";
                                decimals: number;
                                min: number | null;
                                max: number | null;
                            }[];
                            ties: "first" | "last" | "shared" | "dense";
                            periods: ("all" | "day" | "week" | "month" | {
                                season: string;
                                start: string;
                                end: string;
                            })[];
                            timeZone: string;
                            weekStart: string;
                            grace: string;
                            maxAge: string | null;
                            scopes: string[];
                            /** @enum {string} */
                            rank: "exact";
                            publicReads: boolean;
                            retention: {
                                day?: string;
                                week?: string;
                                month?: string;
                                season?: string;
                            };
                            standings: {
                                period: string;
                                kind: string;
                                start: number | null;
                                end: number | null;
                                total: number;
                            }[];
                            nextReset: number | null;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            title: string;
                            semantics: "best" | "sum" | "last";
                            columns: {
                                name: string;
                                order: "desc" | "asc";
                                decimals: number;
                                min: number | null;
                                max: number | null;
                            }[];
                            ties: "first" | "last" | "shared" | "dense";
                            periods: ("all" | "day" | "week" | "month" | {
                                season: string;
                                start: string;
                                end: string;
                            })[];
                            timeZone: string;
                            weekStart: string;
                            grace: string;
                            maxAge: string | null;
                            scopes: string[];
                            /** @enum {string} */
                            rank: "exact";
                            publicReads: boolean;
                            retention: {
                                day?: string;
                                week?: string;
                                month?: string;
                                season?: string;
                            };
                            standings: {
                                period: string;
                                kind: string;
                                start: number | null;
                                end: number | null;
                                total: number;
                            }[];
                            nextReset: number | null;
                            /** @description Milliseconds since 1970 */
                            asOf: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        post?: never;
        /** Delete a board with all that belongs to it */
        delete: {
            parameters: {
                query?: {
                    reason?: string;
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/leaderboards/{board}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fold the events anew and compare with state and index */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            verb: string;
                            board: string;
                            state: "running" | "done" | "failed";
                            /** @description Milliseconds since 1970 */
                            startedAt: number;
                            endedAt: number | null;
                            progress: unknown;
                            result: unknown;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every key that is not revoked */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            keys: {
                                id: string;
                                name: string;
                                rights: ("read" | "submit" | "review" | "admin")[];
                                boards: string[] | null;
                                /** @description Milliseconds since 1970 */
                                createdAt: number;
                            }[];
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Make a key; its secret is shown this once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        rights: ("read" | "submit" | "review" | "admin")[];
                        boards?: string[] | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            name: string;
                            rights: ("read" | "submit" | "review" | "admin")[];
                            boards: string[] | null;
                            /** @description Milliseconds since 1970 */
                            createdAt: number;
                            /** @description Shown this once; only its hash is kept */
                            secret: string;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        /** Revoke a key; its id in the query */
        delete: {
            parameters: {
                query: {
                    id: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Revoked */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Revoked */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a long operation is getting on */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            verb: string;
                            board: string;
                            state: "running" | "done" | "failed";
                            /** @description Milliseconds since 1970 */
                            startedAt: number;
                            endedAt: number | null;
                            progress: unknown;
                            result: unknown;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/leaderboards/{board}/scores/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report many scores: an array of up to 5,000, or NDJSON of any length */
        post: {
            parameters: {
                query?: {
                    answer?: "ranks" | "scores" | "none";
                    include?: "scopes";
                    backfill?: "true" | "false";
                };
                header?: never;
                path: {
                    /** @description 1 to 128 bytes of UTF-8 without control characters */
                    board: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            results: ({
                                index: number;
                                status: number;
                            } & {
                                [key: string]: unknown;
                            })[];
                            applied: number;
                            duplicates: number;
                            held: number;
                            refused: number;
                        };
                    };
                };
                /** @description A problem document */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": {
                            type: string;
                            title: string;
                            status: number;
                            code: string;
                            detail: string;
                            instance: string;
                            requestId: string;
                            errors?: {
                                path: string;
                                message: string;
                            }[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
